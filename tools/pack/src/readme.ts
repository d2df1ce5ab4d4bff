import { posix } from 'node:path'

/**
 * A README as it is published: links to what the tarball does not carry lead to the repository instead.
 *
 * @param directory of the package, from the root of the repository
 * @param carries whether the tarball holds a path, from the package's folder
 */
export function publishedReadme(
  text: string,
  {
    repository,
    directory,
    carries,
  }: { repository: string; directory: string; carries: (path: string) => boolean },
): string {
  // Code is left alone: a list of arguments may look like a link.
  return text
    .split(/(^```[\s\S]*?^```$)/m)
    .map((part) => (part.startsWith('```') ? part : part.replaceAll(/(\]\()([^)\s]+)(\))/g, relink)))
    .join('')

  function relink(link: string, open: string, target: string, close: string): string {
    if (/^([a-z]+:|#)/.test(target)) return link
    const [path = '', anchor] = target.split('#')
    if (carries(posix.normalize(path))) return link
    const place = posix.join(directory, path)
    return `${open}${repository}/blob/HEAD/${place}${anchor === undefined ? '' : `#${anchor}`}${close}`
  }
}
