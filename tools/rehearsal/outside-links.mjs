// Asks for every page of others that the documents lead to. Needs the network, so it runs every week and not in CI.
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { LinkChecker, LinkState } from 'linkinator'

const isExample = /(?:^|\.)example(?:\.\w+)?$|\.(?:test|invalid)$|^localhost$|^127\./
const pages = globSync('{*.md,docs/**/*.md,{packages,apps,examples}/**/*.md}', {
  exclude: ['**/node_modules/**', '**/dist/**'],
})
const links = new Set(
  pages.flatMap((page) =>
    Array.from(readFileSync(page, 'utf8').matchAll(/\]\((https?:[^)\s]+)\)/g), ([, link]) => new URL(link))
      .filter(({ hostname }) => !isExample.test(hostname))
      .map(({ href }) => href),
  ),
)
if (links.size === 0) throw new Error(`no links in ${pages.length} pages`)

const folder = mkdtempSync(join(tmpdir(), 'svc-links-'))
try {
  writeFileSync(join(folder, 'links.md'), Array.from(links, (link) => `- <${link}>\n`).join(''))
  const found = await new LinkChecker().check({
    path: 'links.md',
    serverRoot: folder,
    markdown: true,
    timeout: 30_000,
    retryErrors: true,
  })
  const asked = found.links.filter(({ url }) => links.has(url))
  for (const { url, status, state } of asked) console.log(`${state} ${status ?? ''} ${url}`)
  if (asked.length !== links.size || asked.some(({ state }) => state !== LinkState.OK)) process.exitCode = 1
} finally {
  rmSync(folder, { recursive: true, force: true })
}
