import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { controlOpenapi } from '@svc/control'
import { openapi } from '@svc/models'
import { commandHelp, commandLinePage, environmentPage } from './command-line.ts'
import { controlPage, type OpenApi } from './control-page.ts'
import { withSiteLinks } from './links.ts'
import { type Page, sections, typedPackages } from './table.ts'

/** Makes the pages of the site out of the documents, the READMEs and the code: `npm run site` builds them. */

const repository = fileURLToPath(new URL('../../../', import.meta.url))
const site = join(repository, 'tools/site')
const pages = join(site, 'pages')
const read = (file: string) => readFileSync(join(repository, file), 'utf8')

const { repository: where } = JSON.parse(read('package.json')) as { repository: { url: string } }
const browse = where.url.replace(/^git\+/, '').replace(/\.git$/, '')

const decisions = globSync('docs/decisions/*.md', { cwd: repository })
  .toSorted()
  .map((source): Page => ({ source, path: source.replace(/^docs\//, '').replace(/\.md$/, '') }))
const written = [...sections.flatMap((section) => section.pages), ...decisions]
const pathOf = new Map(written.map(({ source, path }) => [source, path.replace(/(^|\/)index$/, '$1')]))

function put(path: string, text: string): void {
  const file = join(pages, path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
}

const titleOf = (markdown: string) => /^# (.+)$/m.exec(markdown)?.[1]?.replaceAll('`', '') ?? ''
/** The first paragraph, in one line: what a page is about. */
const aboutOf = (markdown: string) =>
  (/^# .+\n+([^#\n|`!][\s\S]*?)\n\n/m.exec(markdown)?.[1] ?? '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/\[([^\]]+)\]\([^)]*\)/g, '$1')

rmSync(pages, { recursive: true, force: true })

// 1. What is written.
for (const { source, path } of written) {
  const text = withSiteLinks(read(source), source, {
    pageOf: (file) => pathOf.get(file),
    imageOf(file) {
      mkdirSync(join(pages, 'public', dirname(file)), { recursive: true })
      cpSync(join(repository, file), join(pages, 'public', file))
      return `/${file}`
    },
    sourceOf(file) {
      if (!existsSync(join(repository, file)))
        throw new Error(`${source} links to ${file}, which is not there`)
      return `${browse}/blob/main/${file}`
    },
  })
  put(`${path}.md`, text)
}

// 2. What is made from code.
const help = await commandHelp([
  process.execPath,
  ...process.execArgv,
  join(repository, 'apps/sandbox/bin/svc-sandbox.js'),
])
const control = controlOpenapi({ serverUrl: 'http://127.0.0.1:4010' })
const generated: [path: string, title: string, text: string][] = [
  ['reference/command-line', 'The command line', commandLinePage(help)],
  ['reference/environment', 'Environment variables', environmentPage(help)],
  ['reference/control-api', 'The control API', controlPage(control as unknown as OpenApi)],
]
for (const [path, , text] of generated) put(`${path}.md`, text)
put('public/openapi.json', JSON.stringify(openapi()))
put('public/control-openapi.json', JSON.stringify(control))
for (const { name, folder } of typedPackages) {
  const out = join(pages, 'types', name.replace('@svc/', ''))
  // Types of the sources, the same way for each package.
  execFileSync(
    join(repository, 'node_modules/.bin/typedoc'),
    [
      '--options',
      join(site, 'typedoc.json'),
      '--entryPoints',
      join(repository, folder, 'src/index.ts'),
      '--tsconfig',
      join(repository, folder, 'tsconfig.json'),
      '--name',
      name,
      '--out',
      out,
    ],
    { stdio: ['ignore', 'ignore', 'inherit'] },
  )
}

// 3. The first page, the menu, and a table of contents for programs that read.
const links = sections.map(({ title, pages: list }) => ({
  text: title,
  items: list.map(({ source, path, title: short }) => ({
    text: short ?? titleOf(read(source)),
    link: `/${path.replace(/(^|\/)index$/, '$1')}`,
  })),
}))
links
  .find(({ text }) => text === 'Reference')
  ?.items.push(
    ...generated.map(([path, text]) => ({ text, link: `/${path}` })),
    ...typedPackages.map(({ name }) => ({
      text: `Types of ${name}`,
      link: `/types/${name.replace('@svc/', '')}/`,
    })),
  )
links
  .find(({ text }) => text === 'The project')
  ?.items.push({ text: 'Why it is built as it is', link: '/decisions/' })
put(
  'decisions/index.md',
  `# Why it is built as it is\n\n${decisions.map(({ source, path }) => `- [${titleOf(read(source))}](/${path})`).join('\n')}\n`,
)
put('index.md', read('tools/site/home.md'))
cpSync(join(repository, 'docs/dashboard'), join(pages, 'public/docs/dashboard'), { recursive: true })
writeFileSync(join(site, '.vitepress/menu.json'), JSON.stringify({ browse, links }, null, 2))

const contents = sections.map(
  ({ title, pages: list }) =>
    `## ${title}\n\n${list
      .map(
        ({ source, path, title: short }) =>
          `- [${short ?? titleOf(read(source))}](${path}.md): ${aboutOf(read(source))}`,
      )
      .join('\n')}\n`,
)
const about = aboutOf(read('README.md'))
put('public/llms.txt', `# svc\n\n> ${about}\n\n${contents.join('\n')}`)
put(
  'public/llms-full.txt',
  `# svc\n\n> ${about}\n\n${written.map(({ path }) => readFileSync(join(pages, `${path}.md`), 'utf8')).join('\n\n---\n\n')}`,
)
console.log(`${globSync('**/*.md', { cwd: pages }).length} pages`)
