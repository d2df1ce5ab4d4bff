import { reportFailure } from './report-failure.ts'
import { runProgram, serves } from './program.ts'

const args = process.argv.slice(2)
// A server goes on when nobody reads its banner any more.
const servesOn = serves(args)

// `svc-sandbox deliveries | head -1`: who reads has read enough, and that is no failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
  if (!servesOn) process.exit(0)
})

try {
  await runProgram(args)
} catch (error) {
  process.exitCode = reportFailure(error)
}
