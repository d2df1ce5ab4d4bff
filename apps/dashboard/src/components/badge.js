import { html } from '../lib/html.js'

/** @type {Record<string, string>} */
const tones = {
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

/** A word with a colour; the word alone says it too. @param {{ word: string, title?: string }} props */
export function Badge({ word, title }) {
  return html`<span class=${`badge ${tones[word] ?? 'plain'}`} title=${title}>${word}</span>`
}

/** @param {{ status: number | null }} props */
export function HttpStatus({ status }) {
  if (status === null) return html`<span class="muted">none</span>`
  const tone = status < 300 ? 'good' : status < 400 ? 'info' : status < 500 ? 'warn' : 'bad'
  return html`<span class=${`badge ${tone} number`}>${status}</span>`
}
