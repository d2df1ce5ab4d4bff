import { compiledFile } from './compiled-file.ts'
import type * as Serving from './run-serve.ts'
import { serves } from './serves.ts'

const args = process.argv.slice(2)
// A server continues when its output is closed.
const servesOn = serves(args)

// `svc-sandbox deliveries | head -1`: the reader closes the pipe early, which is not a failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') process.stderr.write(`error: the output cannot be written: ${error.message}\n`)
  if (servesOn) return
  // A command that has something to put back, such as the endpoint of `listen`, does so and ends.
  if (process.listenerCount('SIGTERM') > 0) process.emit('SIGTERM')
  else process.exit(error.code === 'EPIPE' ? 0 : 1)
})

if (servesOn) {
  // The build has all that a server loads in one file. In a clone there is none.
  const built = compiledFile<typeof Serving>(new URL('serve.cjs', import.meta.url))
  const { runServe } = built?.exports ?? (await import('./run-serve.ts'))
  await runServe(args)
  built?.keep()
} else {
  const { runProgram } = await import('./run-program.ts')
  await runProgram(args)
}
