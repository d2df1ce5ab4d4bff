/// <reference lib="dom" />
import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/** The most elements that are passed on the way to one. */
const mostSteps = 150

interface Focus {
  tag: string
  name: string
  /** Something is drawn around it, or beneath it. */
  seen: boolean
}

/** What has the focus. */
export function focused(page: Page): Promise<Focus> {
  return page.evaluate(() => {
    const element = document.activeElement as HTMLElement
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element)
    const labels = 'labels' in element ? [...(element.labels as NodeListOf<HTMLElement>)] : []
    const name =
      element.getAttribute('aria-label') ??
      ([...labels, element].map((part) => part.innerText.trim()).find((text) => text !== '') || '')
    const outlined = outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0
    return { tag: element.tagName, name, seen: outlined || boxShadow !== 'none' }
  })
}

/** Presses Tab until something of this name has the focus. Each stop on the way is somewhere, and is seen. */
export async function tabTo(page: Page, name: string | RegExp, key = 'Tab'): Promise<void> {
  const fits = (text: string) => (typeof name === 'string' ? text === name : name.test(text))
  for (let step = 0; step < mostSteps; step += 1) {
    const now = await focused(page)
    if (step > 0 && now.tag !== 'BODY') expect(now).toMatchObject({ seen: true })
    if (fits(now.name)) return
    await page.keyboard.press(key)
  }
  throw new Error(`No Tab leads to ${String(name)}`)
}

/** The focus is somewhere, and not at the top of the page. */
export async function staysSomewhere(page: Page): Promise<void> {
  await expect.poll(async () => (await focused(page)).tag).not.toBe('BODY')
}

/** Goes to a page by its two keys. */
export async function goTo(page: Page, letter: string, title: string): Promise<void> {
  await page.keyboard.press('g')
  await page.keyboard.press(letter)
  await page.getByRole('heading', { level: 1, name: title }).waitFor()
  await staysSomewhere(page)
}

/** Goes on to something and presses a key there. */
export async function pressAt(page: Page, name: string | RegExp, key = 'Enter'): Promise<void> {
  await tabTo(page, name)
  await page.keyboard.press(key)
}

/** Presses the button of a dialog that asks, which opens with the focus on what changes nothing. */
export async function confirm(page: Page, name: string, title = name): Promise<void> {
  await pressAt(page, name)
  const dialog = page.getByRole('alertdialog', { name: title })
  await dialog.waitFor()
  await expect.poll(async () => (await focused(page)).name).toMatch(/^Keep/)
  await page.keyboard.press('Tab')
  await pressAt(page, name)
  await dialog.waitFor({ state: 'detached' })
  await staysSomewhere(page)
}

/** Writes in a field in place of what is there. */
export async function writeAt(page: Page, name: string, text: string): Promise<void> {
  await tabTo(page, name)
  await page.keyboard.press('Control+a')
  await page.keyboard.type(text)
}
