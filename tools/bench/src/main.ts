/** `npm run bench`: see `usage`. Absolute figures drift with the machine; the ratios are what to quote. */
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Asked, readArguments, suiteNames, usage, UsageError } from './cli/arguments.ts'
import { comparison } from './cli/comparison.ts'
import { measure } from './cli/measure.ts'
import { asTyped, chartFolder, pageFile, readNotes, readRun, recordFile, writeRun } from './cli/record.ts'
import { renderPage } from './results/page.ts'

function ask(): Asked {
  try {
    return readArguments(process.argv.slice(2))
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    console.error(`${error.message}\n\n${usage}`)
    return process.exit(2)
  }
}

async function writePage(): Promise<void> {
  const { page, charts } = renderPage(await readRun(recordFile), await readNotes())
  await writeFile(pageFile, page)
  await rm(chartFolder, { recursive: true, force: true })
  await mkdir(chartFolder)
  for (const [name, svg] of charts) await writeFile(join(chartFolder, name), svg)
}

const asked = ask()
switch (asked.command) {
  case 'help':
    console.log(usage)
    break
  case 'measure': {
    const run = await measure(asked.form, asked.suites)
    if (asked.file !== undefined) await writeRun(asTyped(asked.file), run)
    break
  }
  case 'compare': {
    const { file, form, suites } = asked
    const record = await readRun(recordFile)
    const run = file === undefined ? await measure(form, suites) : await readRun(asTyped(file))
    const { text, worse } = comparison(record, run)
    console.log(text)
    if (worse > 0) process.exitCode = 1
    break
  }
  case 'record':
    await writeRun(
      recordFile,
      asked.file === undefined ? await measure(asked.form, suiteNames) : await readRun(asTyped(asked.file)),
    )
    await writePage()
    break
  case 'render':
    await writePage()
    break
}
