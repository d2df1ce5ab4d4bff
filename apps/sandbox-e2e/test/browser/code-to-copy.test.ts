import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { outerEnvironment, repository, runProgram } from '../kit/run-program.ts'
import { openPage } from './page.ts'

/** How a receiver that was copied into a file of this name is made to run, on this port. */
type Start = (file: string, port: number, folder: string) => [command: string, ...args: string[]]

const receivers: Record<string, { tool: string[]; file: string; start: Start }> = {
  Node: {
    tool: [process.execPath, '--version'],
    file: 'receiver.mjs',
    start: (file) => [process.execPath, '--conditions=@svc/source', file],
  },
  Python: { tool: ['python3', '--version'], file: 'receiver.py', start: (file) => ['python3', file] },
  Go: {
    tool: ['go', 'version'],
    file: 'receiver.go',
    // As `go run` does, which would leave its child behind when it is ended.
    start(file, _port, folder) {
      const built = spawnSync('go', ['build', '-o', join(folder, 'receiver'), file], {
        env: { ...outerEnvironment(), GOFLAGS: '-mod=mod', GO111MODULE: 'off' },
        encoding: 'utf8',
      })
      expect(built.stderr).toBe('')
      return [join(folder, 'receiver')]
    },
  },
  PHP: {
    tool: ['php', '--version'],
    file: 'receiver.php',
    start: (file, port) => ['php', '-S', `127.0.0.1:${port}`, file],
  },
}

const isHere = ([command = '', ...args]: string[]): boolean => spawnSync(command, args).status === 0

/** A folder in the repository, where packages are found as in a project of theirs. */
async function openFolder(): Promise<string> {
  const results = join(repository, 'apps/sandbox-e2e/test-results')
  await mkdir(results, { recursive: true })
  const folder = await mkdtemp(join(results, 'copied-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  return folder
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  await once(server, 'close')
  return port
}

/** A delivery of which a receiver has the bytes and the secret, and its page with the tab of some code open. */
async function openCode(tab: string) {
  const stage = await openPage()
  const { page, sandbox, call } = stage
  const inbox = await stage.receive('payment.created')
  await call('POST', '/payments', {
    // What quotes and encodings break on the way through a shell or a file.
    body: { amount: '1.00', paymentMethod: 'Cash', type: 'income', name: `It's "€5" \\ 🛏 $HOME` },
  })
  await inbox.next('payment.created')
  await sandbox.control.clock.advance(0)
  const [delivery] = (await sandbox.control.deliveries.list()).results
  await stage.open(`deliveries/${delivery!.id}`)
  await page.getByRole('tab', { name: tab, exact: true }).click()
  const code = (label: string) => page.getByRole('region', { name: label }).locator('code')
  return { ...stage, inbox, code, sent: inbox.all()[0]! }
}

/** Runs it until the test ends. */
function keepRunning([command, ...args]: [string, ...string[]], env: NodeJS.ProcessEnv): ChildProcess {
  const child = spawn(command, args, { env: { ...outerEnvironment(), ...env }, stdio: 'ignore' })
  onTestFinished(async () => {
    if (child.exitCode !== null) return
    child.kill('SIGKILL')
    await once(child, 'exit')
  })
  return child
}

const languages = Object.entries(receivers).map(([language, receiver]) => ({ language, ...receiver }))
const tried = languages.filter(({ tool }) => isHere(tool))
const untried = languages.filter((one) => !tried.includes(one))

describe('the receiver that the page offers', () => {
  it.each(tried)(
    'in $language takes what is signed and nothing else',
    async ({ language, file, start }) => {
      const { code, inbox, sent } = await openCode(language)
      const folder = await openFolder()
      const path = join(folder, file)
      await writeFile(path, await code(`Verify a delivery in ${language}`).innerText())
      const port = await freePort()
      const child = keepRunning(start(path, port, folder), {
        SIGNING_SECRET: String(inbox.secret),
        PORT: String(port),
      })
      const post = async (body: string, signature: string | undefined) => {
        const headers = {
          'content-type': 'application/json',
          ...(signature && { 'x-svc-signature': signature }),
        }
        const url = `http://127.0.0.1:${port}/webhooks`
        return (await fetch(url, { method: 'POST', headers, body })).status
      }
      const signature = sent.headers['x-svc-signature'] as string
      await expect
        .poll(() => post(sent.text, signature).catch(() => child.exitCode), { timeout: 30_000 })
        .toBe(204)
      expect(await post(`${sent.text} `, signature)).toBe(401)
      expect(
        await post(
          sent.text,
          signature.replace(/.$/, (last) => (last === '0' ? '1' : '0')),
        ),
      ).toBe(401)
      expect(await post(sent.text, 'sha256=')).toBe(401)
      expect(await post(sent.text, undefined)).toBe(401)
    },
    // Go compiles net/http where it has not yet done so.
    180_000,
  )

  // Its name says it in every report: this code has not been run.
  it.for(untried)(
    'in $language was NOT RUN: its tool is not on this machine ($tool)',
    (_language, { skip }) => {
      skip('not run')
      expect.unreachable()
    },
  )
})

describe('the commands that the page offers', () => {
  it('send the delivery again: as it was sent, and signed anew', async () => {
    const { code, inbox, sent } = await openCode('curl')
    for (const label of ['As attempt 1 sent it', 'Send this delivery with curl']) {
      const command = await code(label).innerText()
      const env = { SIGNING_SECRET: String(inbox.secret) }
      const { stderr } = await runProgram('sh', ['-ec', command], { env })
      expect({ label, stderr }).toEqual({ label, stderr: '' })
    }
    await expect.poll(() => inbox.all().length).toBe(3)
    for (const again of inbox.all()) {
      expect(again.text).toBe(sent.text)
      expect(again.verified).toBe(true)
      expect(again.headers['x-svc-delivery']).toBe(sent.headers['x-svc-delivery'])
    }
  })

  it('and the test, which hands it to a receiver', async () => {
    const { code, inbox, sent } = await openCode('Test')
    const folder = await openFolder()
    const text = await code('A test with this delivery').innerText()
    // The receiver of the reader is somewhere else.
    expect(text).toContain('http://localhost:4020/webhooks')
    await writeFile(join(folder, 'copied.test.ts'), text.replace('http://localhost:4020/webhooks', inbox.url))
    await writeFile(
      join(folder, 'vitest.config.mjs'),
      `import { mergeConfig } from 'vitest/config'
       import { vitestProject } from '${join(repository, 'tools/vitest.project.ts')}'
       export default mergeConfig(vitestProject('copied', { include: ['*.test.ts'] }), { test: { reporters: 'default' } })`,
    )
    const vitest = join(repository, 'node_modules/vitest/vitest.mjs')
    const {
      code: ended,
      stdout,
      stderr,
    } = await runProgram(process.execPath, [vitest, 'run', '--root', folder], {
      env: { SIGNING_SECRET: String(inbox.secret) },
    })
    expect({ ended, stderr }, stdout).toEqual({ ended: 0, stderr: '' })
    const again = inbox.all().at(-1)!
    expect(inbox.all()).toHaveLength(2)
    expect(again.verified).toBe(true)
    expect(JSON.parse(again.text)).toEqual(JSON.parse(sent.text))
  })
})
