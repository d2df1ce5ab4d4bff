import { posix } from 'node:path'

/** Where links lead from a page of the site. */
export interface LinkTargets {
  /** The page that a file of the repository became, or undefined. */
  pageOf(file: string): string | undefined
  /** An image of the repository, put beside the pages: its address. */
  imageOf(file: string): string
  /** Anything else of the repository: its address where the source is browsed. */
  sourceOf(file: string): string
}

/** The site shows marks of HTML as they are. */
const withoutComments = (markdown: string) => markdown.replaceAll(/^<!--[\s\S]*?-->\n/gm, '')

/**
 * The same page with links that work on the site, without comments. They are written for who reads the files: relative, to other files.
 *
 * @param source path of the file in the repository
 */
export function withSiteLinks(markdown: string, source: string, targets: LinkTargets): string {
  const parts = markdown.split(/(^```[\s\S]*?^```$)/m)
  // Odd parts are blocks of code.
  return parts
    .map((part, index) =>
      index % 2 === 1
        ? part
        : withoutComments(part).replaceAll(/(!?)\[((?:[^[\]]|\[[^\]]*\])*)\]\(([^)\s]+)\)/g, link),
    )
    .join('')

  function link(whole: string, bang: string, text: string, target: string): string {
    if (/^(?:[a-z]+:|#|\/)/.test(target)) return whole
    const [path = '', anchor] = target.split('#')
    const file = posix.normalize(posix.join(posix.dirname(source), path)).replace(/\/$/, '')
    const hash = anchor === undefined ? '' : `#${anchor}`
    if (bang) return `![${text}](${targets.imageOf(file)})`
    const page = targets.pageOf(file) ?? targets.pageOf(`${file}/README.md`)
    return `[${withSiteLinks(text, source, targets)}](${page === undefined ? targets.sourceOf(file) : `/${page}`}${hash})`
  }
}
