/** A block of code of a document, and how it is tried. */
export interface Block {
  /** Where it begins: `docs/operations.md:7`. */
  place: string
  language: string
  text: string
  mark: Mark | undefined
}

/**
 * How a block is tried: the comment above it, which readers do not see.
 *
 * - `<!-- run -->`: `play-blocks.ts` runs it.
 * - `<!-- printed -->`: it shows what a command prints, and `play-blocks.ts` compares.
 * - `<!-- save NAME -->`: a file that the blocks below need.
 * - `<!-- run by FILE -->`: another check of this repository runs it.
 * - `<!-- not run: WHY -->`.
 *
 * Below the first line of `run` and `printed` stand settings, one a line:
 *
 * - `with: X → Y`: Y in the place of X. Of what is printed, Y may be `…`: anything.
 * - `before: COMMANDS`, `after: COMMANDS`.
 * - `by: COMMANDS`: what prints it.
 * - `until: TEXT`: it goes on; the text says that it is ready, and then it is stopped.
 * - `prints: TEXT`: is somewhere in what it prints. `…` stands for anything.
 * - `in: FOLDER` of this repository, in place of the folder of the page.
 */
export type Mark =
  | ({ how: 'run' | 'printed' } & Settings)
  | { how: 'save'; file: string }
  | { how: 'run by'; file: string }
  | { how: 'not run'; why: string }

export interface Settings {
  with: readonly (readonly [from: string, to: string])[]
  before: string
  after: string
  by: string
  prints: readonly string[]
  until: string | undefined
  in: string | undefined
}

const fence = /(?:^<!--([^>]*(?:>(?<!-->)[^>]*)*)-->\n)?^```([^\n]*)\n([\s\S]*?)^```$/gm

/** The blocks of a document, in their order. */
export function blocksOf(file: string, markdown: string): Block[] {
  return [...markdown.matchAll(fence)].map(
    ({ 0: whole, 1: comment, 2: language = '', 3: text = '', index }) => {
      const above = whole.indexOf('```')
      const place = `${file}:${markdown.slice(0, index + above).split('\n').length}`
      return { place, language: language.trim(), text, mark: markOf(comment?.trim(), place) }
    },
  )
}

function markOf(comment: string | undefined, place: string): Mark | undefined {
  if (comment === undefined) return undefined
  const [first = '', ...lines] = comment.split('\n').map((line) => line.trim())
  const [, why] = /^not run: (.+)$/.exec(comment.replaceAll('\n', ' ')) ?? []
  if (why !== undefined) return { how: 'not run', why }
  const [, how, file = ''] = /^(save|run by) (\S+)$/.exec(first) ?? []
  if (how === 'save' || how === 'run by') return { how, file }
  if (first !== 'run' && first !== 'printed') return undefined
  return { how: first, ...settingsOf(lines, place) }
}

function settingsOf(lines: readonly string[], place: string): Settings {
  const found = new Map<string, string[]>()
  for (const line of lines) {
    const [, name = '', value = ''] = /^(with|before|after|by|prints|until|in): (.+)$/.exec(line) ?? []
    if (name === '') throw new Error(`${place}: what is "${line}" in its comment?`)
    found.set(name, [...(found.get(name) ?? []), value])
  }
  const all = (name: string) => found.get(name) ?? []
  return {
    with: all('with').map((each) => {
      const [from = '', to] = each.split(' → ')
      if (to === undefined) throw new Error(`${place}: "with: ${each}" has no →`)
      return [from, to] as const
    }),
    before: all('before').join('\n'),
    after: all('after').join('\n'),
    by: all('by').join('\n'),
    prints: all('prints'),
    until: all('until')[0],
    in: all('in')[0],
  }
}

/** The text with what its settings put in the place of something else. Nothing is put in the place of what is not there. */
export function filledIn({ text, place }: Block, { with: pairs }: Settings): string {
  return pairs.reduce((filled, [from, to]) => {
    if (!filled.includes(from)) throw new Error(`${place}: there is no "${from}" in it`)
    return filled.replaceAll(from, to)
  }, text)
}
