import { styleText } from 'node:util'

/** Where commands write. Results go to stdout; progress and notes go to stderr. */
export function print(text: string): void {
  process.stdout.write(`${text}\n`)
}

export function note(text: string): void {
  process.stderr.write(`${text}\n`)
}

export function printJson(value: unknown): void {
  print(JSON.stringify(value, null, 2))
}

/**
 * A text that somebody else has written, as a terminal may show it: what would move its cursor, colour it, break the line or
 * turn the order of signs round is shown as what it is.
 */
export function visible(text: string): string {
  return text.replaceAll(/[\p{Cc}\u061C\u200E\u200F\u2028-\u202E\u2066-\u2069]/gu, (sign) =>
    sign === '\n' ? String.raw`\n` : String.raw`\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

type Style = Parameters<typeof styleText>[0]

/** Colours for people: off when stdout is no terminal, or with NO_COLOR. */
export function style(format: Style, text: string): string {
  return styleText(format, text, { stream: process.stdout, validateStream: true })
}

/** A plain table without lines between rows. The library is loaded when it is needed: most commands print none. */
export async function table(head: string[], rows: string[][]): Promise<string> {
  const { default: Table } = await import('cli-table3')
  const built = new Table({
    head,
    style: { head: [], border: [], compact: true, 'padding-left': 0, 'padding-right': 2 },
    chars: {
      top: '',
      'top-mid': '',
      'top-left': '',
      'top-right': '',
      bottom: '',
      'bottom-mid': '',
      'bottom-left': '',
      'bottom-right': '',
      left: '',
      'left-mid': '',
      mid: '',
      'mid-mid': '',
      right: '',
      'right-mid': '',
      middle: '',
    },
  })
  built.push(...rows)
  return built
    .toString()
    .split('\n')
    .map((line, index) => (index === 0 ? style('dim', line.trimEnd()) : line.trimEnd()))
    .join('\n')
}
