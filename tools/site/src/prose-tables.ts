/** What is used of a token of markdown-it, which VitePress brings. */
export interface Token {
  type: string
  content: string
  attrSet(name: string, value: string): void
}

/** What is used of markdown-it itself. */
interface Markdown {
  core: { ruler: { push(name: string, rule: (state: { tokens: Token[] }) => void): void } }
}

/** A cell that is longer than this is a sentence, for which a column of a phone is too narrow. */
const sentence = 40

/**
 * Gives each cell of a table with sentences the name of its column: the style of the site shows the rows of such a table
 * below each other on a phone. Tables of words and numbers stay tables, as they are there to be compared.
 */
export function proseTables(markdown: Markdown): void {
  markdown.core.ruler.push('prose_tables', ({ tokens }) => {
    for (const [at, token] of tokens.entries()) if (token.type === 'table_open') nameCells(tokens, at)
  })
}

function nameCells(tokens: Token[], start: number): void {
  const names: string[] = []
  const cells: { token: Token; name: string | undefined; text: string }[] = []
  let column = 0
  for (let at = start + 1; tokens[at] && tokens[at]?.type !== 'table_close'; at++) {
    const token = tokens[at] as Token
    const text = plain(tokens[at + 1]?.content ?? '')
    if (token.type === 'tr_open') column = 0
    if (token.type === 'th_open') names.push(text)
    if (token.type === 'td_open') cells.push({ token, name: names[column++], text })
  }
  if (!cells.some(({ text }) => text.length > sentence)) return
  for (const { token, name = '' } of cells) token.attrSet('data-column', name)
}

/** Without addresses of links and signs of emphasis. */
const plain = (content: string): string =>
  content.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1').replaceAll(/[`*]/g, '')
