import { randomUUID } from 'node:crypto'
import type { Answer, Bend } from '../support/example.ts'
import { asking, attempting, header, type Json, type Mutant, parse, signature } from './mutant.ts'

const isSuccess = ({ status, body }: Answer) => status < 300 && body !== ''

/** Changes the body of every success. */
const successes = (change: (body: string) => string): Bend => ({
  answer: (answer) => (isSuccess(answer) ? { ...answer, body: change(answer.body) } : undefined),
})

/** Changes every field of every success, whatever it is in. */
const fields = (change: (name: string, value: Json) => [string, Json] | undefined): Bend => {
  const changed = (value: Json): Json => {
    if (Array.isArray(value)) return value.map(changed)
    if (typeof value !== 'object' || value === null) return value
    const pairs = Object.entries(value).map(([name, inner]) => change(name, changed(inner)))
    return Object.fromEntries(pairs.filter((pair) => pair !== undefined))
  }
  return successes((body) => JSON.stringify(changed(parse(body))))
}

const errors = (change: (body: Json, answer: Answer) => Partial<Answer>): Bend => ({
  answer: (answer) =>
    answer.status >= 400 && answer.body !== ''
      ? { ...answer, ...change(parse(answer.body), answer) }
      : undefined,
})

/** Another body for every delivery, signed as it is sent. */
const deliveredAs = (change: (body: string) => string): Bend =>
  attempting((attempt, secret = '') => {
    attempt.body = change(attempt.body)
    attempt.headers['X-SVC-Signature'] = signature(attempt.body, secret)
  })

const camel = (name: string) => name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase())

/** Faults that touch every answer: one cause, so one finding, which stands first. */
export const generalFaults: Mutant[] = [
  ...['data', 'result', 'payload'].map((name) => ({
    name: `every success is in "${name}"`,
    bend: successes((body) => `{"${name}":${body}}`),
    found: ['answers-fit'],
  })),
  {
    name: 'every success is in data beside its status',
    bend: successes((body) => `{"success":true,"data":${body},"meta":{}}`),
    found: ['answers-fit'],
  },
  {
    name: 'every success is JSON in a text',
    bend: successes((body) => JSON.stringify(body)),
    found: ['answers-fit'],
  },
  {
    name: 'every success is a page',
    bend: successes(() => '<!doctype html><p>Hello'),
    found: ['answers-are-json'],
  },
  {
    name: 'every success has a prefix',
    bend: successes((body) => `)]}'\n${body}`),
    found: ['answers-are-json'],
  },
  {
    name: 'every success is cut short',
    bend: successes((body) => body.slice(0, -1)),
    found: ['answers-are-json'],
  },
  {
    name: 'every answer is 500',
    bend: { answer: (answer) => ({ ...answer, status: 500, body: 'oops' }) },
    found: ['server-errors'],
  },
  {
    name: 'every success is 502',
    bend: { answer: (answer) => (answer.status < 300 ? { ...answer, status: 502, body: '' } : undefined) },
    found: ['server-errors'],
  },
  {
    name: 'every name is in camel case',
    bend: fields((name, value) => [camel(name), value]),
    found: ['answers-fit'],
  },
  {
    name: 'every name is in capitals',
    bend: fields((name, value) => [name.toUpperCase(), value]),
    found: ['answers-fit'],
  },
  {
    name: 'every id is a number',
    bend: fields((name, value) => [name, name === 'id' ? 7 : value]),
    found: ['answers-fit'],
  },
  {
    name: 'every field is a text',
    bend: fields((name, value) => [name, typeof value === 'object' ? value : String(value)]),
    found: ['answers-fit'],
  },
  {
    name: 'every error is a success',
    bend: errors(() => ({ status: 200 })),
    found: ['error-status'],
  },
  {
    name: 'every error is a success that tells of it',
    bend: errors(({ code, message }) => ({
      status: 200,
      body: JSON.stringify({ error: { code, message } }),
    })),
    found: ['error-status'],
  },
  { name: 'every error is 400', bend: errors(() => ({ status: 400 })), found: ['error-kinds'] },
  { name: 'every error is 500', bend: errors(() => ({ status: 500 })), found: ['server-errors'] },
  {
    name: 'every error is a text',
    bend: errors(({ message }) => ({ body: message })),
    found: ['error-form', 'idempotency-key-required'],
  },
  {
    name: 'every code is in capitals',
    bend: errors((body) => ({ body: JSON.stringify({ ...body, code: body.code.toUpperCase() }) })),
    found: ['idempotency-key-required'],
  },
  {
    name: 'every body is said to be a page',
    bend: header('Content-Type', () => 'text/html; charset=utf-8'),
    found: ['content-type'],
  },
  ...[
    ['X-Request-Id', 'request-id'],
    ['Vary', 'vary-origin'],
    ['Cache-Control', 'no-store'],
    ['Content-Type', 'content-type'],
  ].map(([name = '', id = '']) => ({ name: `no answer has ${name}`, bend: header(name), found: [id] })),
  {
    name: 'no key is needed',
    bend: asking(({ headers }) => ({ headers: { ...headers, 'x-api-key': 'example-key' } })),
    found: ['no-key'],
  },
  {
    name: 'no idempotency key is looked at',
    bend: asking(({ headers }) =>
      /^.{14}4.{21}$/.test(headers['idempotency-key'] ?? '')
        ? { headers: { ...headers, 'idempotency-key': randomUUID() } }
        : undefined,
    ),
    found: ['resend'],
  },
  {
    name: 'no query is looked at',
    bend: asking(({ path }) => ({ path: path.split('?')[0] ?? '' })),
    found: ['query-read'],
  },
  {
    name: 'nothing is delivered',
    bend: { post: () => new Promise(() => {}) },
    found: ['delivery-arrives'],
  },
  { name: 'every delivery is empty', bend: deliveredAs(() => ''), found: ['envelope'] },
  {
    name: 'every delivery is in an array',
    bend: deliveredAs((body) => `[${body}]`),
    found: ['envelope'],
  },
  {
    name: 'every delivery is a form',
    bend: deliveredAs((body) => `payload=${encodeURIComponent(body)}`),
    found: ['envelope'],
  },
  {
    name: 'no delivery has headers',
    bend: { attempt: (attempt) => void (attempt.headers = {}) },
    found: ['signature'],
  },
]
