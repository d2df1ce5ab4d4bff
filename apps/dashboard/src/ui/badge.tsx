import { s } from '../i18n/strings.ts'

const tones: Record<string, string> = {
  delivered: 'good',
  confirmed: 'good',
  paid: 'good',
  active: 'good',
  income: 'good',
  new: 'info',
  pending: 'info',
  replayed: 'info',
  failed: 'warn',
  held: 'warn',
  off: 'warn',
  fault: 'warn',
  outgoing: 'warn',
  dead: 'bad',
  cancelled: 'bad',
  deleted: 'bad',
}

/** A word of the API with a colour; the word alone says it too. */
export function Badge({ word, title, tone }: { word: string; title?: string | undefined; tone?: string }) {
  return (
    <span className={`badge ${tone ?? tones[word] ?? 'plain'}`} title={title}>
      <bdi>{word}</bdi>
    </span>
  )
}

export function HttpStatus({ status }: { status: number | null }) {
  if (status === null) return <span className="muted none">{s.common.none}</span>
  const tone = status < 300 ? 'good' : status < 400 ? 'info' : status < 500 ? 'warn' : 'bad'
  return <span className={`badge ${tone} number`}>{status}</span>
}
