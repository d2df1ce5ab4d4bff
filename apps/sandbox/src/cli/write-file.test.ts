import { execFileSync } from 'node:child_process'
import {
  constants,
  lstat,
  mkdtemp,
  open,
  readFile,
  readdir,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { writeFileWhole } from './write-file.ts'

describe('writeFileWhole', () => {
  let folder: string
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'svc-write-'))
  })
  afterEach(() => rm(folder, { recursive: true }))

  it('makes folders, writes, replaces, and gives access to the owner only', async () => {
    const path = join(folder, 'a', 'b.json')
    await writeFileWhole(path, 'one')
    await writeFileWhole(path, 'two')
    expect(await readFile(path, 'utf8')).toBe('two')
    expect((await stat(path)).mode & 0o777).toBe(0o600)
    expect(await readdir(join(folder, 'a'))).toEqual(['b.json'])
  })

  it('follows a link, and leaves a pipe or a folder what it is', async () => {
    await symlink(join(folder, 'real.json'), join(folder, 'link.json'))
    await writeFile(join(folder, 'real.json'), 'old')
    await writeFileWhole(join(folder, 'link.json'), 'new')
    expect(await readFile(join(folder, 'real.json'), 'utf8')).toBe('new')
    expect((await lstat(join(folder, 'link.json'))).isSymbolicLink()).toBe(true)
    const pipe = join(folder, 'pipe')
    execFileSync('mkfifo', [pipe])
    const reader = await open(pipe, constants.O_RDWR | constants.O_NONBLOCK)
    await writeFileWhole(pipe, 'through')
    expect((await reader.read()).buffer.toString('utf8', 0, 7)).toBe('through')
    await reader.close()
    await expect(writeFileWhole(folder, 'x')).rejects.toMatchObject({ code: 'EISDIR' })
  })

  it('keeps the old file and leaves nothing behind when writing fails half way', async () => {
    const path = join(folder, 'kept.json')
    await writeFile(path, 'old')
    const half = writeFileWhole(path, async (file) => {
      await file.writeFile('new, but only ha')
      throw new Error('connection lost')
    })
    await expect(half).rejects.toThrow('connection lost')
    expect(await readFile(path, 'utf8')).toBe('old')
    expect(await readdir(folder)).toEqual(['kept.json'])
  })
})
