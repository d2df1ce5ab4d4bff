import { Pool } from 'undici'

/** How long load is put on a server. */
const seconds = 3

/** What is asked, over and over. */
export interface Ask {
  method: 'GET' | 'POST'
  path: string
  headers: () => Record<string, string>
  body?: string
}

/**
 * Requests a second that the servers answer together, asked for three seconds.
 *
 * @param options.connections to each server, one request at a time on each. @default 32
 */
export async function throughput(
  urls: string[],
  ask: Ask,
  { connections = 32 }: { connections?: number } = {},
): Promise<number> {
  const pools = urls.map((url) => new Pool(url, { connections, pipelining: 1 }))
  const run = async (until: number): Promise<number> => {
    let answered = 0
    await Promise.all(
      pools.flatMap((pool) =>
        Array.from({ length: connections }, async () => {
          while (performance.now() < until) {
            const { path, method, body = null } = ask
            const answer = await pool.request({ path, method, body, headers: ask.headers() })
            await answer.body.dump()
            if (answer.statusCode >= 300)
              throw new Error(`${method} ${path} was answered ${answer.statusCode}`)
            answered++
          }
        }),
      ),
    )
    return answered
  }
  await run(performance.now() + 500)
  const from = performance.now()
  const answered = await run(from + seconds * 1000)
  const took = (performance.now() - from) / 1000
  await Promise.all(pools.map((pool) => pool.close()))
  return answered / took
}
