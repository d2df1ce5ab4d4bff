/** A line of a terminal, and when it came up. */
export interface TerminalLine {
  /** Seconds since the beginning. */
  at: number
  /** With the escapes of bold and green, the two that the demo uses. */
  text: string
}

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** A line of text as spans of one look each. */
function spans(text: string): string {
  const [first = '', ...rest] = text.split('\u001B[')
  const parts = rest.map((part) => {
    const [, code, words = ''] = /^(\d+)m(.*)$/.exec(part) ?? []
    return { look: code === '1' ? ' class="bold"' : code === '32' ? ' class="green"' : '', words }
  })
  return [{ look: '', words: first }, ...parts]
    .filter(({ words }) => words !== '')
    .map(({ look, words }) => `<tspan${look}>${escaped(words)}</tspan>`)
    .join('')
}

/** A moving picture of a terminal: each line comes up when it came up. Who wants no motion sees all of it at once. */
export function recording(command: string, lines: readonly TerminalLine[]): string {
  const height = 70 + lines.length * 20
  const drawn = lines.map(
    ({ at, text }, index) =>
      `  <text x="20" y="${70 + index * 20}" style="animation-delay: ${at.toFixed(2)}s">${spans(text)}</text>`,
  )
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1000 ${height}" width="1000" height="${height}" role="img">
  <title>${escaped(command)} in a terminal</title>
  <style>
    rect { fill: #0f172a }
    text { font: 13.5px ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace; fill: #cbd5e1; white-space: pre }
    .bold { font-weight: 700; fill: #f8fafc }
    .green { fill: #4ade80 }
    @media (prefers-reduced-motion: no-preference) {
      text[style] { opacity: 0; animation: come 0.2s forwards }
      @keyframes come { to { opacity: 1 } }
    }
  </style>
  <rect width="1000" height="${height}" rx="10"/>
  <text x="20" y="36"><tspan class="green">$</tspan> ${escaped(command)}</text>
${drawn.join('\n')}
</svg>
`
}
