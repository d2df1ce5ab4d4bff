import type { ResetResult, SandboxExport } from '@svc/control'
import type { Command } from 'commander'
import { type FileHandle, readFile, stat } from 'node:fs/promises'
import { CliError } from '../errors.ts'
import { findSandbox, requireSandbox } from '../find-sandbox.ts'
import { type ConnectionFlags, connectionFlags, databaseFlag, jsonFlag } from '../flags.ts'
import { print, printJson } from '../output.ts'
import { isFile, realFile } from '../../start/data-folder.ts'
import { writeFileWhole } from '../write-file.ts'

type Flags = ConnectionFlags & { json?: true }

export function stateCommands(program: Command): void {
  const reports = (command: Command) => connectionFlags(command).addOption(jsonFlag())

  reports(program.command('reset'))
    .description('bring the sandbox back to how it was at its first start')
    .action(async (flags: Flags) => {
      const { control } = await requireSandbox(flags)
      printResult('Reset.', await control.reset(), flags)
    })

  reports(program.command('snapshot'))
    .description('copy the state in the memory of the sandbox, to go back to it with restore')
    .action(async (flags: Flags) => {
      const { control } = await requireSandbox(flags)
      const { id } = await control.snapshot()
      if (flags.json) printJson({ id })
      else print(id)
    })

  reports(program.command('restore'))
    .description('go back to a snapshot')
    .argument('<id>', 'what snapshot printed')
    .action(async (id: string, flags: Flags) => {
      const { control } = await requireSandbox(flags)
      printResult('Restored.', await control.restore(id), flags)
    })

  connectionFlags(program.command('export'))
    .description('write everything to a file (JSON), from the running sandbox or from its database')
    .argument('<file>', 'the file; an old one is replaced when the new one is complete')
    .option('--secrets', 'with API keys (hashed), webhook secrets and stored idempotent answers')
    .action((file: string, flags: ConnectionFlags & { secrets?: true }) => exportTo(file, flags))

  reports(program.command('import'))
    .description('replace everything by what a file from export holds')
    .argument('<file>', 'the file')
    .action((file: string, flags: Flags) => importFrom(file, flags))

  program
    .command('backup')
    .description('copy the database file as it is at one moment, while the sandbox goes on writing')
    .argument('<file>', 'the file to write')
    .option('--overwrite', 'replace a file that is there')
    .addOption(databaseFlag())
    .action(async (file: string, flags: { database: string; overwrite?: true }) => {
      const { backupDatabase } = await import('../../storage/backup.ts')
      const { bytes } = await backupDatabase({
        database: flags.database,
        to: file,
        overwrite: flags.overwrite ?? false,
      })
      print(`${file}: ${megabytes(bytes)}`)
    })
}

async function exportTo(file: string, flags: ConnectionFlags & { secrets?: true }): Promise<void> {
  if (isFile(flags.database) && realFile(file) === realFile(flags.database)) {
    throw new CliError(
      'usage',
      `${file} is the database itself, which the export would replace. Name another file.`,
    )
  }
  const secrets = flags.secrets ?? false
  const found = await findSandbox(flags)
  if (found) {
    await writeExport(file, async (handle) => {
      // Written as it streams: a large document that is parsed and printed would be in memory several times.
      const body = await found.control.exportStream({ secrets })
      for await (const chunk of body as AsyncIterable<Uint8Array>) await handle.writeFile(chunk)
    })
  } else {
    const { withDatabase } = await import('../open-database.ts')
    await withDatabase(flags.database, { create: false }, ({ tables }) =>
      writeExport(file, async (handle) => {
        for await (const chunk of await tables.export({ secrets })) await handle.writeFile(String(chunk))
      }),
    )
  }
  const written = await stat(file)
  // What has gone into a pipe is not to be followed by anything.
  if (written.isFile()) print(`${file}: ${megabytes(written.size)}`)
}

/** Of the file, not of the sandbox that is read meanwhile. */
const fileProblems =
  /^E(?:ACCES|BUSY|DQUOT|EXIST|FBIG|IO|ISDIR|NAMETOOLONG|NOENT|NOSPC|NOTDIR|NXIO|PERM|ROFS)$/

async function writeExport(file: string, write: (handle: FileHandle) => Promise<void>): Promise<void> {
  try {
    await writeFileWhole(file, write)
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException
    // `export /dev/stdout | head`: who reads it has had enough.
    if (code === 'EPIPE') return
    if (!fileProblems.test(code)) throw error
    throw new CliError('file', `${file} cannot be written: ${message}`, { cause: error })
  }
}

async function importFrom(file: string, flags: Flags): Promise<void> {
  const document = await readExport(file)
  const found = await findSandbox(flags)
  const rows = Object.values(document.tables).reduce((sum, table) => sum + table.length, 0)
  const { progressBar } = await import('../progress.ts')
  const bar = progressBar(rows, 'rows')
  const onProgress = (done: number) => bar.update(Math.min(done, rows))
  try {
    if (found) {
      const left = await found.control.import(document, { onProgress })
      bar.stop()
      return printResult('Imported.', left, flags)
    }
    const { withDatabase } = await import('../open-database.ts')
    await withDatabase(flags.database, { create: true }, ({ tables }) => tables.import(document, onProgress))
  } finally {
    bar.stop()
  }
  if (flags.json) printJson({ imported: true })
  else print(`Imported into ${flags.database}.`)
}

async function readExport(file: string): Promise<SandboxExport> {
  let text: string
  try {
    text = await readFile(file, 'utf8')
  } catch (error) {
    throw new CliError('file', `${file} cannot be read: ${(error as Error).message}`, { cause: error })
  }
  if (text.trim() === '') throw new CliError('file', `${file} is empty.`)
  try {
    const value = JSON.parse(text) as SandboxExport
    if (value.format === 'svc-sandbox-export') {
      if (value.version === 1) {
        if (isTables(value.tables)) return value
        throw new CliError(
          'file',
          `${file} is not whole: "tables", the rows of each table, is missing. Export anew.`,
        )
      }
      throw new CliError(
        'file',
        `${file} is of version ${String(value.version)} of the export format; this program reads version 1.`,
      )
    }
  } catch (error) {
    if (error instanceof CliError) throw error
    if (text.startsWith('{"format":"svc-sandbox-export"')) {
      throw new CliError(
        'file',
        `${file} is not whole, perhaps cut off: ${(error as Error).message}. Export anew.`,
      )
    }
  }
  throw new CliError('file', `${file} is no export of a sandbox. "npx @svc/sandbox export FILE" writes one.`)
}

const isTables = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && Object.values(value).every((rows) => Array.isArray(rows))

function printResult(what: string, result: ResetResult, flags: Flags): void {
  if (flags.json) return printJson(result)
  print(what)
  for (const { id, name } of result.properties) print(`  ${id}  ${name}`)
}

const megabytes = (bytes: number) =>
  bytes < 1_048_576 ? `${Math.ceil(bytes / 1024)} KiB` : `${(bytes / 1_048_576).toFixed(1)} MiB`
