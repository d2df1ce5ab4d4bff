import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { attemptsLimit } from './attempts-limit.ts'

it.each([
  ['1024                 4096', 24, 500],
  ['20000                20000', 24, 4_096],
  ['unlimited            unlimited', 24, 4_096],
  ['30                   30', 24, 16],
])('is half of what is left of %s descriptors, within bounds', (limits, used, expected) => {
  const folder = mkdtempSync(join(tmpdir(), 'svc-proc-'))
  mkdirSync(join(folder, 'fd'))
  for (let fd = 0; fd < used; fd += 1) writeFileSync(join(folder, 'fd', String(fd)), '')
  writeFileSync(
    join(folder, 'limits'),
    `Limit                     Soft Limit           Hard Limit           Units\nMax open files            ${limits}                 files\n`,
  )
  expect(attemptsLimit(folder)).toBe(expected)
  rmSync(folder, { recursive: true })
})

it('is a cautious number where the system does not tell', () => {
  expect(attemptsLimit('/there/is/no/such/folder')).toBe(1_024)
})
