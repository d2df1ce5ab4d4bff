import { conformanceCli } from './cli.ts'

const { stdout, stderr } = process
process.exitCode = await conformanceCli(process.argv.slice(2), {
  out: (text) => void stdout.write(text),
  err: (text) => void stderr.write(text),
  env: process.env,
  ...(stdout.columns && { width: stdout.columns }),
})
