import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { describe, expect, it } from 'vitest'
import { repository, runProgram, sandboxBin, svcSandbox } from '../kit/run-program.ts'

/** POSIX shell and curl are everywhere; Python is where it is installed. */
const recipes: [name: string, command: string[], says: RegExp[]][] = [
  [
    'a POSIX shell',
    ['sh', 'examples/shell/record-payment.sh'],
    [/read a page of bookings: "total_count":\d+/, /recorded: \{"id":/],
  ],
]
if (spawnSync('python3', ['--version']).status === 0) {
  const python = ['python3', 'examples/python/record_payment.py']
  recipes.push(['Python', python, [/\d+ confirmed bookings/, /recorded 120\.5000 as [0-9a-f-]{36}/]])
} else {
  console.warn('There is no python3 on this machine: the Python recipe is not tried, its twin in shell is.')
}

describe('svc-sandbox exec', () => {
  it.each(recipes)('%s drives a sandbox of its own', async (_name, command, says) => {
    const { code, stdout, stderr } = await svcSandbox(['exec', '--seed', 'hostel', '--', ...command])
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    for (const line of says) expect(stdout).toMatch(line)
    expect(stdout).toMatch(/sent again: the same payment, not another one\n$/)
  })

  it.each(recipes)('%s says what was refused, and its exit code comes through', async (_name, command) => {
    // The command's environment is the last word: a key that is none.
    const wrong = ['env', 'SVC_API_KEY=not-a-key', ...command]
    const { code, stdout, stderr } = await svcSandbox(['exec', '--seed', 'hostel', '--', ...wrong])
    expect(code).not.toBe(0)
    expect(stdout + stderr).toContain('"code":"unauthorized"')
  })

  it('passes any exit code on, and what comes after -- untouched', async () => {
    const script = 'echo "$#:$1:$2:${SVC_URL:+url}"; exit 7'
    const words = ['sh', '-c', script, 'sh', '--seed', '-h']
    const { code, stdout, stderr } = await svcSandbox(['exec', '--', ...words])
    expect({ code, stdout, stderr }).toEqual({ code: 7, stdout: '2:--seed:-h:url\n', stderr: '' })
  })

  it('passes a signal on to the command and ends as a shell would', async () => {
    const child = spawn(
      process.execPath,
      [sandboxBin, 'exec', '--', 'sh', '-c', 'echo started; exec sleep 60'],
      {
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    )
    await once(createInterface(child.stdout), 'line')
    child.kill('SIGTERM')
    expect(await once(child, 'exit')).toEqual([143, null])
  })

  it('says that there is no such command', async () => {
    const { code, stderr } = await svcSandbox(['exec', '--', 'no-such-command-anywhere'])
    expect(code).toBe(127)
    expect(stderr).toMatch(/no-such-command-anywhere cannot be started: there is no such command/)
  })
})

it('the recipe for node:test passes', async () => {
  const args = ['--conditions=@svc/source', '--test', '--test-reporter=tap', 'node-test/payments.test.js']
  const { code, stdout, stderr } = await runProgram(process.execPath, args, {
    cwd: `${repository}examples`,
    // Set by a surrounding test runner, it would change what this one prints.
    env: { NODE_TEST_CONTEXT: undefined },
  })
  expect({ code, stderr }, stdout).toEqual({ code: 0, stderr: '' })
  expect(stdout).toMatch(/^# pass 4$/m)
  expect(stdout).toMatch(/^# (fail|skipped|todo) 0$/m)
})
