import { Pool } from 'undici'

/** How much load is put on a server. */
const connections = 32
const seconds = 3

/** What is asked, over and over. */
export interface Ask {
  method: 'GET' | 'POST'
  path: string
  headers: () => Record<string, string>
  body?: string
}

/** Requests a second that the servers answer together, asked over 32 connections each for three seconds. */
export async function throughput(urls: string[], ask: Ask): Promise<number> {
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
