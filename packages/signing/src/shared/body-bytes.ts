import { BodyError } from '../errors.ts'
import { tagOf } from './tag-of.ts'

/**
 * The body as something that can be hashed: text as it is, anything binary as a view of its bytes.
 *
 * @throws {BodyError} `invalid_body` when it is something else, most often the result of a body parser
 */
export function signableBody(body: unknown): string | Uint8Array {
  if (typeof body === 'string' || body instanceof Uint8Array) return body
  if (ArrayBuffer.isView(body)) return new Uint8Array(body.buffer, body.byteOffset, body.byteLength)
  if (isBuffer(body)) return new Uint8Array(body)
  throw new BodyError(
    'invalid_body',
    `The body must be the raw bytes or text as they travel, but it is of type ${tagOf(body)}. ` +
      'Was it parsed before, or is an await missing? JSON.stringify gives other bytes: ' +
      'keep the raw ones, as the adapters do. rawBody is undefined where nothing does.',
  )
}

/**
 * Like {@link signableBody}, for what has arrived. `null` stands for "no body": what frameworks leave in its place
 * (`null`, in Express 4 `{}`) when a request has no body or one of a type that nobody reads. A stranger can cause that, so
 * it must not throw; and it never verifies. `undefined` is the program's mistake: a `rawBody` that nothing keeps.
 *
 * @throws {BodyError} `invalid_body`
 */
export function receivedBody(body: unknown): string | Uint8Array | null {
  if (typeof body === 'string') return body
  return isNoBody(body) ? null : signableBody(body)
}

function isNoBody(body: unknown): boolean {
  return body === null || (tagOf(body) === 'Object' && Object.keys(body as object).length === 0)
}

// By tag, not `instanceof`: buffers come from other realms too.
function isBuffer(value: unknown): value is ArrayBuffer {
  return /^(Shared)?ArrayBuffer$/.test(tagOf(value))
}
