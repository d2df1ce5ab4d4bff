import { reportFailure } from './report-failure.ts'
import { runProgram } from './program.ts'

try {
  await runProgram(process.argv.slice(2))
} catch (error) {
  process.exitCode = reportFailure(error)
}
