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
  return { update: (done) => bar.update(done), stop: () => bar.stop() }
}
