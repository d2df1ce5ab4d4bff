/**
 * How often a second a function runs, measured for some time. A promise that it returns is awaited.
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
  // By hundreds when it is fast, so that the clock is not what is measured.
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
