import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { expect, it } from 'vitest'
import { repository } from '../kit/run-program.ts'

const serve = 'serve --database :memory: --port 0 --json'

it.each([
  ['npx @svc/sandbox', ['npx', 'svc-sandbox', ...serve.split(' ')]],
  ['npm start', ['npm', 'start', '--silent', '--', ...serve.split(' ').slice(1)]],
])('what %s started ends with it, and gives its port back', async (_name, [command = '', ...args]) => {
  const { npm_lifecycle_event: _event, npm_lifecycle_script: _script, ...env } = process.env
  const npm = spawn(command, args, { cwd: repository, env, stdio: ['ignore', 'pipe', 'inherit'] })
  try {
    const [line] = (await once(createInterface(npm.stdout), 'line')) as [string]
    const { url } = JSON.parse(line) as { url: string }
    expect((await fetch(`${url}/healthz`)).status).toBe(200)
    npm.kill('SIGTERM')
    await once(npm, 'exit')
    const isUp = () =>
      fetch(`${url}/healthz`).then(
        () => true,
        () => false,
      )
    await expect.poll(isUp).toBe(false)
  } finally {
    npm.kill('SIGKILL')
  }
})
