import { Worker } from 'node:worker_threads'

const code = `
const { workerData } = require('node:worker_threads')
const { appendFileSync } = require('node:fs')
const deadline = new Float64Array(workerData.deadline)
const wait = new Int32Array(new SharedArrayBuffer(4))
for (;;) {
  Atomics.wait(wait, 0, 0, 250)
  if (deadline[0] > 0 && Date.now() > deadline[0]) {
    appendFileSync(workerData.findings, JSON.stringify({ kind: 'judged', mutant: deadline[1], verdict: 'timeout' }) + '\\n')
    process.kill(process.pid, 'SIGKILL')
  }
}`

/**
 * Kills this process when a mutant takes longer than it may, even when it never lets go of the processor, and says so
 * in the findings.
 */
export function startWatchdog(findings: string): { watch(mutant: number, ms: number): void; rest(): void } {
  const buffer = new SharedArrayBuffer(16)
  const deadline = new Float64Array(buffer)
  new Worker(code, { eval: true, workerData: { deadline: buffer, findings } }).unref()
  return {
    watch(mutant, ms) {
      deadline[1] = mutant
      deadline[0] = Date.now() + ms
    },
    rest() {
      deadline[0] = 0
    },
  }
}
