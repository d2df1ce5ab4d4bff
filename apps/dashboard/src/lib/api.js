import { session, signOut } from './session.js'

/** What the server, or the way to it, said instead of answering. */
export class CallError extends Error {
  /** @param {string} message @param {{ status?: number, code?: string, details?: { path: string, message: string }[], requestId?: string }} facts */
  constructor(message, facts = {}) {
    super(message)
    this.name = 'CallError'
    /** 0: there was no answer. */
    this.status = facts.status ?? 0
    this.code = facts.code ?? ''
    this.details = facts.details ?? []
    this.requestId = facts.requestId ?? ''
  }
}

/**
 * A call of the control API under `/sandbox`.
 *
 * @param {string} path begins with a slash
 * @param {{ method?: string, body?: unknown, signal?: AbortSignal, token?: string, accept?: string }} [options] `token`: try this one, without signing out when it is refused
 * @returns {Promise<Response>} a 2xx
 * @throws {CallError} with the server's words
 */
export async function send(path, options = {}) {
  const { method = 'GET', body, signal, token, accept = 'application/json' } = options
  const used = token ?? session.get().token ?? ''
  /** @type {Record<string, string>} */
  const headers = { accept, authorization: `Bearer ${used}` }
  if (body !== undefined) headers['content-type'] = 'application/json'
  /** @type {Response} */
  let response
  try {
    response = await fetch(`/sandbox${path}`, {
      method,
      headers,
      body: body === undefined ? null : JSON.stringify(body),
      signal: signal ?? null,
      cache: 'no-store',
      credentials: 'omit',
    })
  } catch (error) {
    if (signal?.aborted) throw error
    throw new CallError('The sandbox does not answer. Is it still running?')
  }
  if (response.ok) return response
  const error = await errorOf(response)
  // An answer to a call from before the last sign-in or sign-out says nothing of the session of now.
  if (response.status === 401 && token === undefined && used === session.get().token) signOut(error.message)
  throw error
}

/**
 * @template T
 * @param {string} path
 * @param {Parameters<typeof send>[1]} [options]
 * @returns {Promise<T>} what it answered; undefined when it had no body
 */
export async function call(path, options) {
  const response = await send(path, options)
  const text = await response.text()
  return text === '' ? /** @type {T} */ (undefined) : JSON.parse(text)
}

/** @param {Response} response */
async function errorOf(response) {
  const requestId = response.headers.get('x-request-id') ?? ''
  const fallback = `The sandbox answered ${response.status} ${response.statusText}`.trim()
  try {
    const { code, message, details } = JSON.parse(await response.text())
    return new CallError(typeof message === 'string' ? message : fallback, {
      status: response.status,
      code: typeof code === 'string' ? code : '',
      details: Array.isArray(details) ? details : [],
      requestId,
    })
  } catch {
    return new CallError(fallback, { status: response.status, requestId })
  }
}

/**
 * A query string of what is not empty.
 *
 * @param {Record<string, string | number | undefined>} values
 */
export function queryOf(values) {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(values)) {
    if (value !== undefined && value !== '') query.set(name, String(value))
  }
  const text = query.toString()
  return text === '' ? '' : `?${text}`
}
