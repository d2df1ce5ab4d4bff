import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { enableCompileCache, getCompileCacheDir } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { beforeAll, describe, expect, it } from 'vitest'
import { freshFolder } from '../../test/kit/index.ts'
import { compiledFile } from './compiled-file.ts'

type Answering = { answer(): number }

function written(body: string): URL {
  const file = join(freshFolder(), 'serve.cjs')
  writeFileSync(file, `(function (exports, require, module, __filename) { ${body} })`)
  return pathToFileURL(file)
}

const keptFiles = () => readdirSync(getCompileCacheDir() ?? '').filter((name) => name.startsWith('serve.cjs'))

describe('compiledFile', () => {
  beforeAll(() => {
    enableCompileCache(freshFolder())
  })

  it('runs the file, and the next time from what was kept of it', () => {
    const url = written("exports.answer = () => require('node:path').sep.length + 41")
    const before = keptFiles().length
    for (const times of [1, 2]) {
      const file = compiledFile<Answering>(url)
      expect(file?.exports.answer()).toBe(42)
      file?.keep()
      expect([times, keptFiles().length]).toEqual([times, before + 1])
    }
  })

  it('that has changed, and not in length, runs as it is now', () => {
    const url = written('exports.answer = () => 1')
    compiledFile<Answering>(url)?.keep()
    const next = written('exports.answer = () => 2')
    expect(compiledFile<Answering>(next)?.exports.answer()).toBe(2)
  })

  it('with something else in place of what was kept is compiled', () => {
    const url = written('exports.answer = () => 3')
    const before = new Set(keptFiles())
    compiledFile<Answering>(url)?.keep()
    const [kept = ''] = keptFiles().filter((name) => !before.has(name))
    writeFileSync(join(getCompileCacheDir() ?? '', kept), 'no code')
    expect(compiledFile<Answering>(url)?.exports.answer()).toBe(3)
  })

  it('runs and keeps our packages that it asks for, each once, and what they change in is run as it is now', () => {
    const asks = "const a = require('@svc/a'); exports.answer = () => a.times() + require('@svc/a').times()"
    const url = written(asks)
    const folder = join(dirname(fileURLToPath(url)), 'node_modules', '@svc', 'a')
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'package.json'), '{ "main": "serve.cjs-a.cjs" }')
    writeFileSync(
      join(folder, 'serve.cjs-a.cjs'),
      `const { step } = require('./serve.cjs-b.cjs'); let times = 0; module.exports = { times: () => (times += step) }`,
    )
    const step = (by: number) =>
      writeFileSync(join(folder, 'serve.cjs-b.cjs'), `exports.step = ${by} // the end`)
    step(1)
    const before = keptFiles().length
    for (const times of [1, 2]) {
      const file = compiledFile<Answering>(url)
      expect(file?.exports.answer()).toBe(3)
      file?.keep()
      expect([times, keptFiles().length]).toEqual([times, before + 3])
    }
    step(2)
    expect(compiledFile<Answering>(url)?.exports.answer()).toBe(6)
  })

  it('is undefined where there is no such file', () => {
    expect(compiledFile(pathToFileURL(join(freshFolder(), 'serve.cjs')))).toBeUndefined()
  })
})
