import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const repository = fileURLToPath(new URL('../../../', import.meta.url))

/** Hosts that the documents may lead to. Whether their pages are there is asked every week (tools/rehearsal/outside-links.mjs). */
const hosts = new Set(['modelcontextprotocol.io'])
/** Names that nobody has: those of RFC 2606, and loopback. */
const isExample = (host: string) =>
  /(?:^|\.)(?:example|test|invalid|localhost)$|(?:^|\.)example\.(?:com|org|net)$|^127\.0\.0\.1$/.test(host)

it('links to the outside are https and lead to hosts that are meant', () => {
  const pages = globSync('{*.md,docs/**/*.md,{packages,apps,examples,tools}/**/*.md,.changeset/*.md}', {
    cwd: repository,
    exclude: ['**/node_modules/**', '**/dist/**', 'tools/site/pages/**'],
  })
  const found = pages.flatMap((page) =>
    [...readFileSync(repository + page, 'utf8').matchAll(/https?:\/\/[^\s"'`<>)\]|\\]+/g)].map(([link]) => ({
      page,
      link,
    })),
  )
  expect(found.length).toBeGreaterThan(30)
  const outside = found.filter(({ link }) => {
    // What stands for "some address" or is put together is none.
    const [, host = ''] = /^https?:\/\/(?:[^/@]*@)?([\w.-]+)/.exec(link) ?? []
    const isWhole = URL.canParse(`https://${host}`) && !/^https?:\/\/(?:[^/]*@)?[\w.-]*[…${*]/.test(link)
    return isWhole && !isExample(host) && !(link.startsWith('https:') && hosts.has(host))
  })
  expect(outside).toEqual([])
})
