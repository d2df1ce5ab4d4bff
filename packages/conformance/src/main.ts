import colors from 'picocolors'
import { conformanceCli } from './cli.ts'

const { stdout, stderr } = process
// `svc-conformance | head`: a reader that has read enough changes nothing about the result.
for (const stream of [stdout, stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
  })
}
const stop = new AbortController()
// The first one ends the run, which removes what it has made; a second one ends the process.
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    stderr.write('svc-conformance: stopping, what was made is removed …\n')
    stop.abort()
  })
}
// No top-level await: the CommonJS build has none.
void conformanceCli(process.argv.slice(2), {
  out: (text) => void stdout.write(text),
  err: (text) => void stderr.write(text),
  env: process.env,
  width: stdout.columns,
  // `FORCE_COLOR` and `NO_COLOR` decide where they are set.
  colors: colors.isColorSupported,
  signal: stop.signal,
}).then((code) => {
  process.exitCode = code
})
