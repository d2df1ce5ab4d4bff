import type { Inbox } from '@svc/testing'
import type { Browser, Page } from 'playwright-core'
import { onTestFinished } from 'vitest'
import { openStage, type Stage } from '../../../sandbox/test/kit/index.ts'
import { launchChromium } from './chromium.ts'

/** A page in a real browser in front of a real sandbox of its own. */
export interface OpenPage extends Pick<Stage, 'sandbox' | 'call'> {
  page: Page
  /** Registers a new receiver for these events. */
  receive(...events: string[]): Promise<Inbox & { endpointId: string }>
  /** Registers a receiver that answers 500, and lets a first delivery to it fail. */
  failDelivery(): Promise<Inbox & { endpointId: string }>
  /** Opens a place of the dashboard, signed in. */
  open(place?: string): Promise<void>
  /** What the page is allowed to complain about. */
  tolerate(complaint: RegExp): void
}

/** One for all files of a worker; it ends with its process. */
let launching: Promise<Browser> | undefined

async function openBrowser(): Promise<Browser> {
  if ((await launching)?.isConnected() === false) launching = undefined
  return (launching ??= launchChromium())
}

/**
 * A page for the running test. When the test ends, the page must have been quiet: no error or warning, no dialog, no
 * broken policy, no other window, no request to anywhere but its sandbox.
 */
export async function openPage(options: Parameters<typeof openStage>[0] = {}): Promise<OpenPage> {
  const browser = await openBrowser()
  const { sandbox, call, inbox } = await openStage(options)
  // The Chromium from npm names a language that is none.
  const context = await browser.newContext({ locale: 'en-US' })
  const page = await context.newPage()
  page.setDefaultTimeout(10_000)
  const tolerated: RegExp[] = []
  const complaints = await listen(page, sandbox.url)

  onTestFinished(async () => {
    await context.close()
    const loud = complaints.filter((text) => !tolerated.some((pattern) => pattern.test(text)))
    if (loud.length > 0) throw new Error(`The page was not quiet:\n${loud.join('\n')}`)
  })

  return {
    sandbox,
    page,
    call,
    receive: (...events) => inbox(events),
    async failDelivery() {
      const receiver = await inbox(['payment.created'])
      receiver.respond = 500
      await sandbox.control.events.trigger('payment.created')
      await sandbox.control.clock.advance(0)
      return receiver
    },
    async open(place = '') {
      await page.goto(`${sandbox.url}/dashboard#token=${sandbox.adminToken}`)
      // On a phone it is behind a button.
      await page.locator('.side nav').waitFor({ state: 'attached' })
      if (place === '') return
      await page.goto(`${sandbox.url}/dashboard/go/${place}`)
      await page.waitForURL(/\/dashboard\/p\//)
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
