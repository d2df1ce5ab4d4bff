import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { type FileHandle, open, realpath, rename, stat, unlink } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { makeFolder } from '../make-folder.ts'

type Content = string | ((file: FileHandle) => Promise<void>)

/**
 * Writes a file so that its name always has a complete file: the new file is complete and on disk before it replaces
 * the old one, and a failure leaves the old one unchanged.
 *
 * By hand, as write-file-atomic and atomically take a whole text only: an export of a million bookings is written piece
 * by piece, and neither makes the rename itself durable.
 *
 * @param path the file
 * @param content the text, or a function that writes it piece by piece
 * @param mode permissions of the new file. @default 0o600
 */
export async function writeFileWhole(path: string, content: Content, mode = 0o600): Promise<void> {
  const there = await stat(path).catch(() => undefined)
  if (there?.isDirectory()) {
    throw Object.assign(new Error(`EISDIR: it is a folder, '${path}'`), { code: 'EISDIR' })
  }
  // A device or a pipe, such as /dev/stdout: a file in its place would be the end of it.
  if (there && !there.isFile()) return await writeInto(await open(path, 'w'), content)
  // A link goes on leading where it does.
  const target = there ? await realpath(path) : resolve(path)
  const folder = dirname(target)
  makeFolder(folder, 0o777)
  // Next to the target: a rename between file systems is a copy, which can stop half way.
  const temporary = `${target}.${randomUUID()}.tmp`
  // Before it is there: somebody may stop us the moment that it is.
  const settled = removedWhenStopped(temporary)
  let file: FileHandle | undefined
  try {
    file = await open(temporary, 'wx', mode)
    await fill(file, content)
    // Node refuses it under --permission, whatever else is allowed.
    if (!process.permission) await file.sync()
    await file.close()
    await rename(temporary, target)
  } catch (error) {
    await file?.close().catch(() => {})
    await unlink(temporary).catch(() => {})
    throw error
  } finally {
    settled()
  }
  // Syncing the folder makes the rename durable. Not every system can open a folder.
  const handle = await open(folder, 'r').catch(() => undefined)
  await handle?.sync().catch(() => {})
  await handle?.close()
}

/**
 * A person who stops a long export with Ctrl+C is not left with half of it, under a name that nobody knows. Where somebody else
 * listens, as a server does, the process goes on, and so does the writing.
 *
 * @returns when it is over: stops listening
 */
function removedWhenStopped(path: string): () => void {
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
  const stop = (signal: NodeJS.Signals) => {
    if (process.listenerCount(signal) > 1) return
    settled()
    try {
      rmSync(path, { force: true })
    } catch {
      // Windows removes no file that is open.
    }
    // As it would have ended without this.
    process.kill(process.pid, signal)
  }
  const settled = () => {
    for (const signal of signals) process.off(signal, stop)
  }
  for (const signal of signals) process.on(signal, stop)
  return settled
}

async function writeInto(file: FileHandle, content: Content): Promise<void> {
  try {
    await fill(file, content)
  } finally {
    await file.close()
  }
}

async function fill(file: FileHandle, content: Content): Promise<void> {
  if (typeof content === 'string') await file.writeFile(content)
  else await content(file)
}
