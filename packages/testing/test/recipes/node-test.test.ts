import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

it('the node:test recipe passes', async () => {
  const recipe = fileURLToPath(new URL('node-test.example.ts', import.meta.url))
  const { NODE_TEST_CONTEXT: _, ...env } = process.env
  const child = spawn(process.execPath, ['--conditions=@svc/source', '--test', recipe], { env })
  let out = ''
  child.stdout.on('data', (chunk) => (out += String(chunk)))
  child.stderr.on('data', (chunk) => (out += String(chunk)))
  const code = await new Promise((resolve) => child.on('close', resolve))
  expect(out).toMatch(/pass 2/)
  expect(code, out).toBe(0)
})
