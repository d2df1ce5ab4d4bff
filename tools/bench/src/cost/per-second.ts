/**
 * Times a second that a function runs, for a stretch of time. What it returns is awaited if it is a promise.
 *
 * @param milliseconds of the stretch
 */
export async function perSecond(run: () => unknown, milliseconds: number): Promise<number> {
  const first = run()
  const asynchronous = first instanceof Promise
  await first
  let done = 0
  const from = performance.now()
  const until = from + milliseconds
  // By hundreds where it is fast: the clock must not be what is measured.
  while (performance.now() < until) {
    if (asynchronous) {
      await run()
      done += 1
    } else {
      for (let i = 0; i < 100; i++) run()
      done += 100
    }
  }
  return done / ((performance.now() - from) / 1000)
}
