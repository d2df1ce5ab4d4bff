import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync, openSync, readFileSync, watch, writeFileSync } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import { isDeepStrictEqual } from 'node:util'
import { startPostgresServer } from '../../../apps/sandbox/test/kit/postgres-server.ts'
import { type Block, blocksOf, filledIn, type Settings } from './blocks.ts'
import { patternOf } from './tutorial-steps.ts'

/**
 * Runs the blocks of shell and SQL of the documents, and compares what they show with what is printed:
 * `node play-blocks.ts FOLDER [PAGE…]`, where FOLDER has the packages installed. Each page has a folder and a terminal of its
 * own there: what one block exports, saves or leaves running is there for the next. How a block is run stands in a comment above
 * it (`blocks.ts`).
 */

const patience = 120_000
const repository = fileURLToPath(new URL('../../../', import.meta.url))
const [house = '', ...only] = process.argv.slice(2)
const documents = globSync('{README.md,CONTRIBUTING.md,{packages,apps,examples}/**/*.md,docs/**/*.md}', {
  cwd: repository,
  exclude: ['**/node_modules/**', '**/dist/**', '**/docs/api/**', 'docs/tutorial.md'],
}).toSorted()

/** For what stands around blocks: `sandbox` starts one in the background and says where it is. */
const helpers = `
sandbox() {
  svc-sandbox serve --port 0 --json "$@" >sandbox.json 2>sandbox.err &
  for _ in $(seq 1200); do if grep -q '}$' sandbox.json; then break; fi; sleep 0.1; done
  cat sandbox.err >&2
  read -r SVC_URL SVC_API_KEY SVC_ADMIN_TOKEN <<<"$(node -p 'const s=JSON.parse(fs.readFileSync("sandbox.json","utf8")); [s.url,s.apiKey,s.adminToken].join(" ")')"
}
`

const env = Object.fromEntries(
  Object.entries({ ...process.env, NO_COLOR: '1' }).filter(
    ([name]) => !/^(SVC_|NODE_OPTIONS$|FORCE_COLOR$|npm_(?!config_))/.test(name),
  ),
)
env['PATH'] = [join(house, 'node_modules/.bin'), dirname(process.execPath), env['PATH']].join(':')

let postgres: Awaited<ReturnType<typeof startPostgresServer>> | undefined

/** Starts it, with the databases that blocks name. */
async function openPostgres(blocks: readonly Block[]): Promise<void> {
  postgres ??= await startPostgresServer()
  const named = JSON.stringify(blocks).matchAll(/\$POSTGRES\/(?!svc|postgres)(\w+)/g)
  for (const name of new Set(Array.from(named, ([, each = '']) => each))) await postgres.createDatabase(name)
}

class Terminal {
  readonly folder: string
  readonly #groups: ChildProcess[] = []

  constructor(folder: string) {
    this.folder = folder
  }

  async run(commands: string, { until, in: elsewhere }: Partial<Settings>): Promise<string> {
    // In quotes a shell would not fill it in.
    const lines = commands.replaceAll('$POSTGRES', postgres ? new URL(postgres.url).host : '')
    const kept = `'${join(this.folder, '.exports').replaceAll("'", String.raw`'\''`)}'`
    const script = [
      'set -eo pipefail',
      `[ ! -e ${kept} ] || source ${kept}`,
      helpers,
      lines,
      String.raw`export -p | grep -v 'declare -x \(PWD\|OLDPWD\|SHLVL\)=' >${kept}`,
    ].join('\n')
    // A file, because what stays in the background would hold a pipe open.
    const printed = join(this.folder, `.printed-${this.#groups.length}`)
    writeFileSync(printed, '')
    const output = openSync(printed, 'a')
    const child = spawn('bash', ['-c', script], {
      cwd: elsewhere === undefined ? this.folder : join(repository, elsewhere),
      env,
      stdio: ['ignore', output, output],
      detached: true,
    })
    this.#groups.push(child)
    const ended = once(child, 'exit', { signal: AbortSignal.timeout(patience) })
    const text = () => readFileSync(printed, 'utf8')
    if (until !== undefined) {
      const seen = new Promise<void>((resolve) => {
        const watcher = watch(printed, () => {
          if (!text().includes(until)) return
          watcher.close()
          resolve()
        })
        ended.catch(() => undefined).finally(() => watcher.close())
      })
      const came = await Promise.race([seen.then(() => true), ended.then(() => text().includes(until))])
      if (!came) throw new Error(`ended without "${until}":\n${text()}`)
      this.#stop(child)
      await ended
      return text()
    }
    const [code] = await ended
    if (code !== 0) throw new Error(`ended with ${code}:\n${text().slice(-3_000)}`)
    return text()
  }

  #stop({ pid }: ChildProcess): void {
    try {
      if (pid !== undefined) process.kill(-pid, 'SIGTERM')
    } catch {
      // All of them have ended.
    }
  }

  /** Ends what was left running. */
  close(): void {
    for (const child of this.#groups) this.#stop(child)
  }
}

/** Keys, ids and durations are others each time. */
const masked = (text: string) =>
  text
    .replaceAll(/\bsvc_[\w-]{8,}…?/g, '…')
    .replaceAll(/\b[0-9a-f]{8}-…/g, '…')
    .replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, '…')
    .replaceAll(/\b[\d.]+ (?=m?s\b)/g, '… ')

async function sql(text: string, settings: Settings): Promise<void> {
  if (settings.in === 'sqlite') {
    const database = new DatabaseSync(':memory:')
    if (settings.before) database.exec(settings.before)
    // Twice, as deliveries come.
    for (const _ of [1, 2]) database.prepare(text).run('id', 'body')
    database.close()
    return
  }
  const { Client } = await import('pg')
  const client = new Client(postgres?.url)
  await client.connect()
  for (const statement of text.split(';')) if (statement.trim()) await client.query(statement)
  await client.end()
}

async function play(block: Block, settings: Settings, terminal: Terminal): Promise<void> {
  if (block.language === 'sql') {
    await sql(filledIn(block, settings), settings)
    return
  }
  if (block.mark?.how === 'printed') {
    const output = await terminal.run(`${settings.before}\n${settings.by}`, settings)
    if (block.language === 'json') {
      const alike = isDeepStrictEqual(JSON.parse(masked(output)), JSON.parse(masked(block.text)))
      if (!alike) throw new Error(`shows\n${block.text}\nand printed is\n${output}`)
      return
    }
    const shown = masked(filledIn(block, settings))
    if (!patternOf(shown).test(`${output}\n`)) throw new Error(`shows\n${shown}\nand printed is\n${output}`)
    return
  }
  const output = await terminal.run(
    `${settings.before}\n${filledIn(block, settings)}\n${settings.after}`,
    settings,
  )
  for (const text of settings.prints) {
    if (!patternOf(text).test(`${output.replaceAll('\r', '')}\n`))
      throw new Error(`should print\n${text}\nand printed\n${output}`)
  }
}

let count = 0
const failed: string[] = []
for (const document of documents) {
  const blocks = blocksOf(document, readFileSync(join(repository, document), 'utf8'))
  if (!blocks.some(({ mark }) => mark?.how === 'run' || mark?.how === 'printed')) continue
  if (only.length > 0 && !only.includes(document)) continue
  const folder = join(house, 'pages', document.replaceAll(/[^\w]/g, '-'))
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  if (JSON.stringify(blocks).includes('$POSTGRES')) await openPostgres(blocks)
  const terminal = new Terminal(folder)
  for (const block of blocks) {
    const { mark } = block
    try {
      if (mark?.how === 'save') writeFileSync(join(folder, basename(mark.file)), block.text)
      else if (mark?.how === 'run' || mark?.how === 'printed') {
        const from = performance.now()
        await play(block, mark, terminal)
        count += 1
        console.log(`${block.place} (${((performance.now() - from) / 1000).toFixed(1)} s)`)
      }
    } catch (error) {
      failed.push(`${block.place}: ${(error as Error).message}`)
      console.error(failed.at(-1))
      // The next ones need it.
      break
    }
  }
  terminal.close()
}
await postgres?.remove()
console.log(`${count} blocks run, ${failed.length} failed`)
if (failed.length > 0) process.exitCode = 1
