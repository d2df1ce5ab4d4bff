/**
 * How often a second a function runs, measured for some time. A promise that it returns is awaited.
 *
 * @param milliseconds of the stretch
 * @param clock whether a second is one on the wall or one of this process's processor time: work that waits for nothing
 * takes as much of it when others take half of the machine
 */
export async function perSecond(
  run: () => unknown,
  milliseconds: number,
  clock: 'wall' | 'processor' = 'wall',
): Promise<number> {
  const first = run()
  const asynchronous = first instanceof Promise
  await first
  let done = 0
  const used = process.cpuUsage()
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
  const wall = (performance.now() - from) / 1000
  const { user, system } = process.cpuUsage(used)
  return done / (clock === 'wall' ? wall : (user + system) / 1e6)
}
