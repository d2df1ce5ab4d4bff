/**
 * Compiles a path pattern of a fault or of a filter: `*` stands for (part of) one segment, `**` for any number of
 * segments, none included. Everything else is literal; the query string takes no part.
 *
 * @example pathPattern('/api/v1/client/payments/**').test('/api/v1/client/payments') // true
 */
export function pathPattern(pattern: string): RegExp {
  const source = pattern
    .split(/(\/\*\*(?=\/|$)|\*+)/)
    .map((part) =>
      part === '/**'
        ? '(?:/.*)?'
        : part.startsWith('*')
          ? part === '*'
            ? '[^/]*'
            : '.*'
          : part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`),
    )
    .join('')
  return new RegExp(`^${source}$`)
}

/** A request target without its query string. */
export function pathOf(target: string): string {
  const end = target.indexOf('?')
  return end === -1 ? target : target.slice(0, end)
}
