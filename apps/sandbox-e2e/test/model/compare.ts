import { isDeepStrictEqual } from 'node:util'
import { ControlError } from '@svc/control'
import type { Answer } from '../../../sandbox/test/kit/index.ts'
import { answer, type Chance, type Reply, type Request } from './reference/client-api.ts'
import type { World } from './reference/world.ts'

/** What the reference answers, or what it cannot accept of what the service has chosen. */
export function attempted(
  world: World,
  request: Request,
  chance: Chance,
  race: number | null = null,
): Reply | string {
  try {
    return answer(world, request, chance, race)
  } catch (error) {
    return (error as Error).message
  }
}

/** How an answer differs from what it must be; undefined: not at all. */
export function differs(expected: Reply | string, got: Answer | undefined): string | undefined {
  if (typeof expected === 'string') return `${expected}; got ${told(got)}`
  if (expected.broken) return got && `expected a broken connection; got ${told(got)}`
  const wrong = (what: string) => `${what}: expected ${JSON.stringify(expected)}; got ${told(got)}`
  if (got?.status !== expected.status) return wrong('status')
  if (expected.faulted) return undefined
  const replayed = got.headers['idempotent-replayed'] === 'true'
  if (replayed !== (expected.replayed ?? false)) return wrong('replayed')
  if (expected.text !== undefined && got.text !== expected.text) return wrong('text')
  if (got.status === 204) return got.text === '' ? undefined : wrong('body')
  const type = got.headers['content-type']
  if (type !== 'application/json; charset=utf-8') return wrong(`content type ${type}`)
  if (got.headers['cache-control'] !== 'no-store') return wrong('cache control')
  if (expected.json !== undefined && !isDeepStrictEqual(got.json, expected.json)) return wrong('body')
  return expected.code === undefined ? undefined : differsInError(expected, got, wrong)
}

function differsInError(expected: Reply, got: Answer, wrong: (what: string) => string): string | undefined {
  const {
    code,
    message,
    request_id,
    details = [],
  } = got.json as {
    code: string
    message: string
    request_id: string
    details?: { path: string }[]
  }
  if (code !== expected.code || typeof message !== 'string') return wrong('code')
  if (request_id !== got.headers['x-request-id']) return wrong('request id')
  const paths = new Set(details.map(({ path }) => path.split('.')[0]))
  return isDeepStrictEqual(paths, new Set(expected.wrong)) ? undefined : wrong('details')
}

const told = (got: Answer | undefined) =>
  got
    ? `${got.status} ${got.text}${got.headers['idempotent-replayed'] ? ' (replayed)' : ''}`
    : 'a broken connection'

/** Whether the caller cannot know what has become of a call. */
export const isLost = (got: Answer | undefined) => got === undefined || got.status === 503

/** What the service has chosen, as its answer says. */
export function chanceOf(got: Answer | undefined): Chance {
  if (!got) return {}
  try {
    const { id, secret } = got.json as Chance
    return { id, secret, text: got.text }
  } catch {
    return { text: got.text }
  }
}

/** Undefined when the two are the same. */
export const same = (got: unknown, expected: unknown): string | undefined =>
  isDeepStrictEqual(got, expected)
    ? undefined
    : `expected ${JSON.stringify(expected)}; got ${JSON.stringify(got)}`

/** What was made; undefined when it was refused with this status. */
export async function refusedAs<T>(status: number, made: Promise<T>): Promise<T | undefined> {
  try {
    return await made
  } catch (error) {
    if (error instanceof ControlError && error.status === status) return undefined
    throw error
  }
}

/** Every order of some things. */
export function ordersOf<T>(things: readonly T[]): T[][] {
  if (things.length <= 1) return [[...things]]
  return things.flatMap((first, at) => ordersOf(things.toSpliced(at, 1)).map((rest) => [first, ...rest]))
}

/** Whether another call of a race belongs to the same idempotency record. */
export function sharesKey(requests: readonly Request[], index: number): boolean {
  const scope = ({ property, method, path, idempotencyKey }: Request) =>
    `${property} ${method} ${path} ${idempotencyKey?.replaceAll('"', '')}`.toLowerCase()
  const own = scope(requests[index]!)
  return requests.some((other, at) => at !== index && scope(other) === own)
}
