import type { Readable } from 'node:stream'
import type { InputType } from 'node:zlib'

/** What `Accept-Encoding` says: the codings that {@link readBody} undoes. */
export const acceptEncoding = 'gzip, br'

/** An answer's body that is larger than the bound, or coded in a way that was not asked for. */
export class BodyError extends Error {
  readonly code: 'response_too_large' | 'unknown_encoding' | 'broken_encoding'
  /** What is wrong, in words that follow "its body". */
  readonly problem: string

  constructor(code: BodyError['code'], problem: string, options?: ErrorOptions) {
    super(`The body of the answer ${problem}.`, options)
    this.code = code
    this.problem = problem
  }
}

type Decode = (
  buffer: InputType,
  options: { maxOutputLength: number },
  callback: (error: Error | null, result: Buffer) => void,
) => void

const decoders: Readonly<Record<string, 'gunzip' | 'inflate' | 'brotliDecompress'>> = {
  gzip: 'gunzip',
  'x-gzip': 'gunzip',
  deflate: 'inflate',
  br: 'brotliDecompress',
}

/** An answer beyond the bound. */
export const tooLarge = (maxBytes: number): BodyError =>
  new BodyError('response_too_large', `is larger than maxResponseBytes (${maxBytes} bytes)`)

/**
 * Reads a body to its end, undoing gzip and brotli. The bound holds for the bytes on the wire and for the bytes after
 * decoding: a small answer may unfold to gigabytes.
 *
 * @throws {BodyError} for a body that cannot be taken; any other error is the connection's
 */
export async function readBody(
  body: Readable,
  contentEncoding: string | undefined,
  maxBytes: number,
): Promise<Buffer> {
  return decodeBody(await collect(body, maxBytes), contentEncoding, maxBytes)
}

/**
 * Undoes gzip and brotli.
 *
 * @throws {BodyError} for a body that cannot be taken
 */
export async function decodeBody(
  coded: Buffer,
  contentEncoding: string | undefined,
  maxBytes: number,
): Promise<Buffer> {
  let content = coded
  // Codings are listed in the order in which they were applied (RFC 9110 8.4).
  const codings = (contentEncoding ?? '')
    .toLowerCase()
    .split(',')
    .map((coding) => coding.trim())
  for (const coding of codings.toReversed()) {
    if (coding === '' || coding === 'identity' || content.length === 0) continue
    const decoder = decoders[coding]
    if (!decoder)
      throw new BodyError('unknown_encoding', `has the unknown Content-Encoding "${coding.slice(0, 40)}"`)
    // Loaded at the first answer that needs it: it was a fifth of the time that an import of the client takes.
    const decode: Decode = process.getBuiltinModule('node:zlib')[decoder]
    content = await decoded(decode, content, coding, maxBytes)
  }
  return content
}

/** The bytes on the wire. By events: `for await` costs a call 15 µs more, measured with one small answer. */
function collect(body: Readable, maxBytes: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    body.on('data', (chunk: Buffer) => {
      size += chunk.length
      chunks.push(chunk)
      if (size <= maxBytes) return
      reject(tooLarge(maxBytes))
      // And the connection with it: the rest is not wanted.
      body.destroy()
    })
    body.on('end', () => resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks, size)))
    body.on('error', reject)
    body.on('close', () => reject(new Error('the body was closed before its end')))
  })
}

function decoded(decode: Decode, content: Buffer, coding: string, maxBytes: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    decode(content, { maxOutputLength: maxBytes }, (error, result) => {
      if (!error) resolve(result)
      else if ('code' in error && error.code === 'ERR_BUFFER_TOO_LARGE') reject(tooLarge(maxBytes))
      else reject(new BodyError('broken_encoding', `is not valid ${coding}`, { cause: error }))
    })
  })
}
