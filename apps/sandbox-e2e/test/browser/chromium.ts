import { createRequire } from 'node:module'
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { inflate } from '@sparticuz/chromium'
import { type Browser, chromium } from 'playwright-core'

/** Unpacked once per checkout, beside the package that it comes from. */
const cache = join(import.meta.dirname, '../../../../node_modules/.cache/svc-chromium')

/**
 * A real Chromium, from npm alone.
 *
 * @throws where that package has no browser: everywhere but on Linux x64. The tests fail there rather than pass unrun.
 */
export async function launchChromium(): Promise<Browser> {
  const { platform, arch } = process
  if (platform !== 'linux' || arch !== 'x64') {
    throw new Error(
      `The dashboard's tests need a real Chromium, and the one from npm (@sparticuz/chromium) runs on Linux x64 only: ` +
        `this is ${platform} ${arch}. Run them on Linux x64 (a container will do): they were NOT run here.`,
    )
  }
  const folder = await unpack()
  const env = { ...process.env, FONTCONFIG_FILE: join(folder, 'fonts.conf') } as Record<string, string>
  const launch = (extra: Record<string, string>) =>
    chromium.launch({
      executablePath: join(folder, 'chromium'),
      env: { ...env, ...extra },
      // Only what a container needs: the package's own list switches off web security, which is under test here.
      args: ['--no-sandbox', '--disable-dev-shm-usage', '--disable-background-networking', '--disable-gpu'],
    })
  try {
    return await launch({})
  } catch (error) {
    if (!String(error).includes('shared libraries')) throw error
    // A bare system: the package brings the libraries too.
    return launch({ LD_LIBRARY_PATH: join(folder, 'al2023', 'lib') })
  }
}

/**
 * The unpacked browser. The package's own unpacking goes to a fixed place and takes a half-written file of another
 * process for a whole one; here every process unpacks for itself and the first one's folder is kept.
 */
async function unpack(): Promise<string> {
  const folder = join(cache, 'v153')
  if (existsSync(folder)) return folder
  await mkdir(cache, { recursive: true })
  const own = await mkdtemp(join(cache, 'unpacking-'))
  const before = process.env.TMPDIR
  process.env.TMPDIR = own
  try {
    const bin = join(dirname(createRequire(import.meta.url).resolve('@sparticuz/chromium')), '..', 'bin')
    await Promise.all(
      ['chromium.br', 'fonts.tar.br', 'al2023.tar.br'].map((name) => inflate(join(bin, name))),
    )
  } finally {
    if (before === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = before
  }
  const fonts = [join(folder, 'fonts'), '/usr/share/fonts'].map((path) => `<dir>${path}</dir>`)
  await writeFile(
    join(own, 'fonts.conf'),
    `<?xml version="1.0"?><fontconfig>${fonts.join('')}<cachedir>${join(folder, 'font-cache')}</cachedir></fontconfig>`,
  )
  try {
    await rename(own, folder)
  } catch (error) {
    await rm(own, { recursive: true })
    if (!existsSync(folder)) throw error
  }
  return folder
}
