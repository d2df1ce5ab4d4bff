import { type Inbox, openInbox } from '@svc/testing'
import type { Browser, Page } from 'playwright-core'
import { afterAll, onTestFinished } from 'vitest'
import { type Sandbox, startSandbox } from '../../../sandbox/src/start/start-sandbox.ts'
import { type Call, asCaller, createSender } from '../../../sandbox/test/kit/caller.ts'
import { launchChromium } from './chromium.ts'

/** A page in a real browser in front of a real sandbox of its own. */
export interface Stage {
  sandbox: Sandbox
  page: Page
  /** Calls the client API of the first property. */
  call: Call
  /** Registers a new receiver for these events. */
  receive(...events: string[]): Promise<Inbox>
  /** Opens a place of the dashboard, signed in. */
  open(place?: string): Promise<void>
  /** What the page is allowed to complain about. */
  tolerate(complaint: RegExp): void
}

/** 21 November 2026, noon UTC: where the virtual clock stands. */
export const noon = Date.UTC(2026, 10, 21, 12)

let launching: Promise<Browser> | undefined
afterAll(async () => {
  await (await launching)?.close()
})

/**
 * A stage for the running test. When the test ends, the page must have been quiet: no error or warning, no dialog, no
 * broken policy, no other window, no request to anywhere but its sandbox.
 */
export async function openStage(): Promise<Stage> {
  const browser = await (launching ??= launchChromium())
  const sandbox = await startSandbox({ clock: 'manual', now: noon, rateLimit: 'off' })
  const sender = createSender(sandbox.url)
  const context = await browser.newContext()
  const page = await context.newPage()
  page.setDefaultTimeout(10_000)
  const call = asCaller(sender.send, sandbox.apiKey)
  const inboxes: Inbox[] = []
  const tolerated: RegExp[] = []
  const complaints = await listen(page, sandbox.url)

  onTestFinished(async () => {
    await context.close()
    for (const inbox of inboxes) await inbox[Symbol.asyncDispose]()
    await sender.close()
    await sandbox.close()
    const loud = complaints.filter((text) => !tolerated.some((pattern) => pattern.test(text)))
    if (loud.length > 0) throw new Error(`The page was not quiet:\n${loud.join('\n')}`)
  })

  return {
    sandbox,
    page,
    call,
    async receive(...events) {
      const inbox = await openInbox()
      inboxes.push(inbox)
      const { status, text } = await call('POST', '/webhooks', { body: { url: inbox.url, events } })
      if (status !== 201) throw new Error(`The endpoint was refused: ${text}`)
      return inbox
    },
    async open(place = '') {
      await page.goto(`${sandbox.url}/dashboard#token=${sandbox.adminToken}`)
      await page.getByRole('navigation', { name: 'Pages' }).first().waitFor()
      if (place !== '') await page.goto(`${sandbox.url}/dashboard#/${place}`)
    },
    tolerate: (complaint) => void tolerated.push(complaint),
  }
}

/** Everything that a good page does not do. */
async function listen(page: Page, url: string): Promise<string[]> {
  const complaints: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(`threw ${error.message}`))
  page.on('dialog', (dialog) => {
    complaints.push(`dialog ${dialog.message()}`)
    void dialog.dismiss()
  })
  page.on('popup', (opened) => complaints.push(`opened ${opened.url()}`))
  page.on('request', (request) => {
    if (!request.url().startsWith(`${url}/`)) complaints.push(`asked ${request.url()}`)
  })
  await page.addInitScript({
    content: `document.addEventListener('securitypolicyviolation', (event) => {
      console.error('policy ' + event.violatedDirective + ' ' + event.blockedURI)
    })`,
  })
  return complaints
}
