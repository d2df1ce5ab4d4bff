import { type Inbox, type InboxOptions, openInbox } from '@svc/testing'
import { onTestFinished } from 'vitest'
import { type Sandbox, type SandboxOptions, startSandbox } from '../../src/index.ts'
import { type Call, asCaller, createSender } from './caller.ts'
import { noon } from './noon.ts'

/** A whole sandbox of one test, and everything to talk to it. */
export interface Stage {
  sandbox: Sandbox
  control: Sandbox['control']
  /** The client API with the key of the first property. */
  call: Call
  /** A control call with the admin token, below `/sandbox`. */
  admin: Call
  /** A bare request: nothing is added. */
  send: Call
  /** An inbox that receives these events of the first property. */
  inbox(events: string[], options?: InboxOptions): Promise<Inbox & { endpointId: string }>
}

/** Opens a sandbox on a clock that stands still. It closes when the test has finished. */
export async function openStage(options: SandboxOptions = {}): Promise<Stage> {
  const sandbox = await startSandbox({ clock: 'manual', now: noon, rateLimit: 'off', ...options })
  const { send, close } = createSender(sandbox.url)
  onTestFinished(async () => {
    await close()
    await sandbox.close()
  })
  const authorization = `Bearer ${sandbox.adminToken}`
  const call = asCaller(send, sandbox.apiKey)
  return {
    sandbox,
    control: sandbox.control,
    call,
    send,
    admin(method, path, { body, headers } = {}) {
      const own = { authorization, ...(body !== undefined && { 'content-type': 'application/json' }) }
      return send(method, `/sandbox${path}`, { body, headers: { ...own, ...headers } })
    },
    async inbox(events, inboxOptions) {
      const inbox = await openInbox({ ...inboxOptions, control: sandbox.control })
      onTestFinished(() => inbox.close())
      const { status, text, json } = await call('POST', '/webhooks', { body: { url: inbox.url, events } })
      if (status !== 201) throw new Error(`The endpoint was refused: ${text}`)
      inbox.secret = json.secret
      return Object.assign(inbox, { endpointId: json.id as string })
    },
  }
}

/** A payment that the API accepts. */
export const payment = { amount: '120.50', paymentMethod: 'Cash', type: 'income' }
