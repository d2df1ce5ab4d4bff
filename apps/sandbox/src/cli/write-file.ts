import { randomUUID } from 'node:crypto'
import { type FileHandle, open, rename, unlink } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { makeFolder } from '../make-folder.ts'

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
export async function writeFileWhole(
  path: string,
  content: string | ((file: FileHandle) => Promise<void>),
  mode = 0o600,
): Promise<void> {
  const folder = dirname(resolve(path))
  makeFolder(folder, 0o777)
  // Next to the target: a rename between file systems is a copy, which can stop half way.
  const temporary = `${resolve(path)}.${randomUUID()}.tmp`
  const file = await open(temporary, 'wx', mode)
  try {
    if (typeof content === 'string') await file.writeFile(content)
    else await content(file)
    // Node refuses it under --permission, whatever else is allowed.
    if (!process.permission) await file.sync()
    await file.close()
    await rename(temporary, path)
  } catch (error) {
    await file.close().catch(() => {})
    await unlink(temporary).catch(() => {})
    throw error
  }
  // Syncing the folder makes the rename durable. Not every system can open a folder.
  const handle = await open(folder, 'r').catch(() => undefined)
  await handle?.sync().catch(() => {})
  await handle?.close()
}
