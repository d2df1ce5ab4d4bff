/** One block of a report: the declarations of one name. */
function blocks(text: string): Map<string, string[]> {
  return new Map(
    text
      .split('\n\n')
      .filter((block) => block.trim() !== '')
      .map((block) => {
        const lines = block
          .split('\n')
          .map((line) => line.trim())
          .filter((line) => line !== '')
        const [, name = block] = /(?:interface|class|type|const|function|enum|\{) (\w+)/.exec(block) ?? []
        return [name, lines]
      }),
  )
}

/**
 * What was in a report and is no longer: names that are gone, and declarations of which a line is gone or another. Lines
 * that were added break nobody who reads them.
 */
export function breaks(before: string, after: string): string[] {
  const now = blocks(after)
  return [...blocks(before)].flatMap(([name, lines]) => {
    const left = now.get(name)
    if (!left) return [`${name} is gone`]
    const rest = [...left]
    const lost = lines.filter((line) => {
      const at = rest.indexOf(line)
      if (at !== -1) rest.splice(at, 1)
      return at === -1 && line !== warning
    })
    return lost.length === 0 ? [] : [`${name} was: ${lost.join(' ')}`]
  })
}

const warning = '/** @deprecated */'

/** Names that a release had, that are gone, and of which that release did not say that they would go. */
export function goneUnwarned(released: string, after: string): string[] {
  const now = blocks(after)
  return [...blocks(released)].flatMap(([name, lines]) =>
    now.has(name) || lines.includes(warning) ? [] : [name],
  )
}

export type Bump = 'major' | 'minor' | 'patch'

/** The least that a breaking change needs: of a version before 1.0, a minor one already keeps users from it. */
export const needed = (version: string): readonly Bump[] =>
  version.startsWith('0.') ? ['major', 'minor'] : ['major']

/** The kinds of change by package that pending changesets announce. */
export function announced(changesets: readonly string[]): Map<string, Set<Bump>> {
  const found = new Map<string, Set<Bump>>()
  for (const text of changesets) {
    const [, head = ''] = /^---\n([\s\S]*?)\n---/.exec(text) ?? []
    for (const [, name = '', bump] of head.matchAll(/^['"]?([^'":]+)['"]?: (major|minor|patch)$/gm)) {
      found.set(name, (found.get(name) ?? new Set()).add(bump as Bump))
    }
  }
  return found
}
