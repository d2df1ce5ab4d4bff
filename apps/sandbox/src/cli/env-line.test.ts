import { spawnSync } from 'node:child_process'
import { parseEnv } from 'node:util'
import { expect, it } from 'vitest'
import { envLine } from './env-line.ts'

it.each([
  ['http://[::1]:4010', 'SVC_X=http://[::1]:4010'],
  ['svc_dvW20LhAsWSQOTaC7_eo3ptXWG_Q-I5K', 'SVC_X=svc_dvW20LhAsWSQOTaC7_eo3ptXWG_Q-I5K'],
  ['my key #1', "SVC_X='my key #1'"],
  ['$HOME `id` "a"', `SVC_X='$HOME \`id\` "a"'`],
])('%s is read by shells and by Node as it is', (value, line) => {
  expect(envLine('SVC_X', value)).toBe(line)
  expect(parseEnv(line)).toEqual({ SVC_X: value })
  expect(inShell(line)).toBe(value)
})

it('a quote goes to shells as it is', () => {
  const value = `it's $HOME "a" \`id\` \\`
  expect(inShell(envLine('SVC_X', value))).toBe(value)
})

function inShell(line: string): string {
  return spawnSync('sh', ['-c', `${line}\nprintf %s "$SVC_X"`], { encoding: 'utf8' }).stdout
}
