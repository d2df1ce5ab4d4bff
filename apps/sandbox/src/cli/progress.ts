import cliProgress from 'cli-progress'

/** A progress bar on stderr, where that is a terminal; elsewhere nothing, so that logs stay readable. */
export function progressBar(total: number, what: string): { update(done: number): void; stop(): void } {
  if (!process.stderr.isTTY) return { update() {}, stop() {} }
  const bar = new cliProgress.SingleBar(
    {
      format: `{bar} {percentage}%  {value}/{total} ${what}  {eta_formatted} left`,
      stream: process.stderr,
      hideCursor: true,
      clearOnComplete: true,
      etaBuffer: 50,
    },
    cliProgress.Presets.shades_classic,
  )
  bar.start(total, 0)
  const signals = ['SIGINT', 'SIGTERM'] as const
  const stop = () => {
    for (const signal of signals) process.off(signal, giveBack)
    bar.stop()
  }
  // The terminal gets its cursor back before the process ends of the signal, as it would have done anyway.
  const giveBack = (signal: NodeJS.Signals) => {
    stop()
    process.kill(process.pid, signal)
  }
  for (const signal of signals) process.on(signal, giveBack)
  return { update: (done) => bar.update(done), stop }
}
