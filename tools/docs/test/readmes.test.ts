import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'

const repository = fileURLToPath(new URL('../../../', import.meta.url))

/**
 * What the READMEs show must exist: each block of TypeScript is compiled against the sources, strictly, and so is
 * each of JavaScript. Names that a
 * block does not declare are its reader's (`queue`, `payments`); everything that comes from our packages is checked.
 */
const readmes = globSync('{README.md,CONTRIBUTING.md,{packages,apps,examples}/**/README.md,docs/**/*.md}', {
  cwd: repository,
  exclude: ['**/node_modules/**', '**/dist/**', '**/docs/api/**'],
}).toSorted()

interface Block {
  /** Where it is, for people: `packages/client/README.md:27`. */
  place: string
  /** A file that could be there, so that packages are found as they are by a reader. */
  path: string
  code: string
}

const blocks = readmes.flatMap((readme): Block[] => {
  const text = readFileSync(repository + readme, 'utf8')
  const name = readme.replaceAll('/', '-')
  // That of the tutorial is played, word for word.
  if (readme === 'docs/tutorial.md') return []
  return [...text.matchAll(/^```(ts|js)(?: \[[^\]]+\])?\n([\s\S]*?)^```$/gm)].map(
    ({ 1: language = '', 2: code = '', index }, number) => {
      const ending = language === 'ts' ? 'ts' : /\brequire\(/.test(code) ? 'cjs' : 'mjs'
      return {
        place: `${readme}:${text.slice(0, index).split('\n').length}`,
        path: `${repository}examples/${name}-${number}.${ending}`,
        code,
      }
    },
  )
})

/** The anchor that a heading gets where the files are browsed. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-')

/** Unknown names, and what only a whole program can have: a block shows a part of one. */
const readersOwn = new Set([
  2304, // Cannot find name
  2552, // Cannot find name; did you mean
  2580, // Cannot find name; do you need types
  2581,
  2582, // … of a test runner
  2584,
  2593,
  18004, // No value exists in scope for the shorthand property
  7006, // A parameter of a callback of a reader's own function has no type
  7031,
  2503, // Cannot find namespace
  2451, // Cannot redeclare: two alternatives in one block
  1108, // A return, of a reader's own function
])

/** JavaScript says no types: what a variable holds may not be known. */
const untyped = new Set([7005, 7034])

describe('the READMEs', () => {
  it('link to what is there', () => {
    const links = readmes.flatMap((readme) => {
      const text = readFileSync(repository + readme, 'utf8').replaceAll(/^```[\s\S]*?^```$/gm, '')
      return [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => ({ readme, target }))
    })
    const local = links.filter(({ target }) => !/^(https?:|#)/.test(target))
    expect(local.length).toBeGreaterThan(20)
    const dead = local.filter(({ readme, target }) => {
      const [path = ''] = target.split('#')
      return !existsSync(join(repository, dirname(readme), path))
    })
    expect(dead).toEqual([])
  })

  it('link to headings that are there', () => {
    const headings = new Map<string, Set<string>>()
    const headingsOf = (file: string) => {
      const known = headings.get(file)
      if (known) return known
      const text = readFileSync(file, 'utf8').replaceAll(/^```[\s\S]*?^```$/gm, '')
      const found = new Set([...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => anchorOf(heading)))
      headings.set(file, found)
      return found
    }
    const anchors = readmes.flatMap((readme) => {
      const text = readFileSync(repository + readme, 'utf8').replaceAll(/^```[\s\S]*?^```$/gm, '')
      return [...text.matchAll(/\]\(((?!https?:)[^)\s#]*)#([^)\s]+)\)/g)].map(
        ([, path = '', anchor = '']) => ({
          readme,
          file: path === '' ? repository + readme : join(repository, dirname(readme), path),
          anchor,
        }),
      )
    })
    expect(anchors.length).toBeGreaterThan(50)
    const dead = anchors.filter(({ file, anchor }) => file.endsWith('.md') && !headingsOf(file).has(anchor))
    expect(
      dead.map(({ readme, file, anchor }) => `${readme} → ${file.replace(repository, '')}#${anchor}`),
    ).toEqual([])
  })

  it('show code', () => {
    expect(readmes).toContain('README.md')
    expect(blocks.length).toBeGreaterThan(25)
  })

  it('show code that compiles against what they document', () => {
    const found = ts.readConfigFile(`${repository}tsconfig.base.json`, (path) => readFileSync(path, 'utf8'))
    const { options } = ts.parseJsonConfigFileContent(found.config, ts.sys, repository)
    const virtual = new Map(
      blocks.map(({ path, code }) => [path, path.endsWith('.cjs') ? code : `${code}\nexport {}\n`]),
    )
    const host = ts.createCompilerHost(options)
    const { fileExists, readFile, getSourceFile } = host
    host.fileExists = (path) => virtual.has(path) || fileExists(path)
    host.readFile = (path) => virtual.get(path) ?? readFile(path)
    host.getSourceFile = (path, target, ...rest) => {
      const code = virtual.get(path)
      return code === undefined
        ? getSourceFile(path, target, ...rest)
        : ts.createSourceFile(path, code, target)
    }
    const settings = { ...options, noUnusedLocals: false, allowJs: true, checkJs: true }
    const program = ts.createProgram([...virtual.keys()], settings, host)
    const wrong = blocks.flatMap(({ place, path }) => {
      const file = program.getSourceFile(path)
      if (!file) throw new Error(`${place} was not compiled`)
      return (
        [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)]
          .filter(({ code }) => !readersOwn.has(code) && !(path.endsWith('js') && untyped.has(code)))
          .map(({ code, messageText, start = 0 }) => {
            const { line } = file.getLineAndCharacterOfPosition(start)
            const message = ts.flattenDiagnosticMessageText(messageText, ' ')
            return {
              line: file.text.split('\n')[line] ?? '',
              says: `${place} +${line + 1}: TS${code} ${message}`,
            }
          })
          // A block may show what is refused, and say so.
          .filter(({ line }) => !line.includes('// type error'))
          .map(({ says }) => says)
      )
    })
    expect(wrong).toEqual([])
  })
})
