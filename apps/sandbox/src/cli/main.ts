import { reportFailure } from './report-failure.ts'
import { runProgram, serves } from './run-program.ts'

const args = process.argv.slice(2)
// A server continues when its output is closed.
const servesOn = serves(args)

// `svc-sandbox deliveries | head -1`: the reader closes the pipe early, which is not a failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
  if (!servesOn) process.exit(0)
})

try {
  await runProgram(args)
} catch (error) {
  process.exitCode = reportFailure(error)
}
