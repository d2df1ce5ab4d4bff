import { readdir, readFile, writeFile } from 'node:fs/promises'
import { basename, extname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { RunResult } from '../results/row.ts'

const docs = new URL('../../../../docs/', import.meta.url)

/** The run that the documents show. */
export const recordFile = fileURLToPath(new URL('benchmarks.json', docs))
export const pageFile = fileURLToPath(new URL('benchmarks.md', docs))
/** Folder of the charts. */
export const chartFolder = fileURLToPath(new URL('benchmarks/', docs))

/** Folder of the notes, by hand: a file for each row that needs one. */
const noteFolder = fileURLToPath(new URL('../../notes/', import.meta.url))

/** The notes by the ids of their rows. */
export async function readNotes(): Promise<Map<string, string>> {
  const names = (await readdir(noteFolder)).filter((name) => extname(name) === '.md').toSorted()
  const read = async (name: string) =>
    [basename(name, '.md'), (await readFile(join(noteFolder, name), 'utf8')).trim()] as const
  return new Map(await Promise.all(names.map(read)))
}

/** A path as the person means it: npm runs scripts in the folder of their package. */
export function asTyped(path: string): string {
  return resolve(process.env['INIT_CWD'] ?? process.cwd(), path)
}

/** @throws when the file is not there, or is no run */
export async function readRun(file: string): Promise<RunResult> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    throw new Error(`There is no ${file}: \`npm run bench -- record\` makes the record.`, { cause: error })
  })
  const run = JSON.parse(text) as RunResult
  if (run.version !== 1 || !Array.isArray(run.rows)) throw new Error(`${file} is not a run of npm run bench`)
  return run
}

export async function writeRun(file: string, run: RunResult): Promise<void> {
  await writeFile(file, `${JSON.stringify(run, null, 2)}\n`)
}
