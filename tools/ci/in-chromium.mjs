// Runs a module, bundled to one file, in a page of a real Chromium. It may import nothing and must not throw.
import { readFileSync } from 'node:fs'
import { launchChromium } from '../../apps/sandbox-e2e/test/browser/chromium.ts'

const code = readFileSync(process.argv[2], 'utf8')
const browser = await launchChromium()
try {
  const page = await browser.newPage()
  // WebCrypto is there in secure contexts alone.
  await page.route('https://page.test/**', (route) =>
    route.request().url().endsWith('.mjs')
      ? route.fulfill({ contentType: 'text/javascript', body: code })
      : route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>page</title>' }),
  )
  await page.goto('https://page.test/')
  await page.evaluate(() => import('https://page.test/code.mjs'))
} finally {
  await browser.close()
}
