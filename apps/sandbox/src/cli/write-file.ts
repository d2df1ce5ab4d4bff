import { randomUUID } from 'node:crypto'
import { type FileHandle, mkdir, open, rename, unlink } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'

/**
 * Writes a file so that there is always a whole one under its name: the new one is complete and on disk before it takes
 * the place of the old one, and whatever fails on the way leaves the old one untouched.
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
  await mkdir(folder, { recursive: true })
  // Beside the target: a rename over file systems is a copy, which can stop half way.
  const temporary = `${resolve(path)}.${randomUUID()}.tmp`
  const file = await open(temporary, 'wx', mode)
  try {
    if (typeof content === 'string') await file.writeFile(content)
    else await content(file)
    await file.sync()
    await file.close()
    await rename(temporary, path)
  } catch (error) {
    await file.close().catch(() => {})
    await unlink(temporary).catch(() => {})
    throw error
  }
  // The rename itself is durable once the folder is; not every system lets a folder be opened.
  const handle = await open(folder, 'r').catch(() => undefined)
  await handle?.sync().catch(() => {})
  await handle?.close()
}
