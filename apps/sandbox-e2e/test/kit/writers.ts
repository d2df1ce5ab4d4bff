import { randomUUID } from 'node:crypto'
import type { Answer, Call } from '../../../sandbox/test/kit/index.ts'
import { wait } from './wait.ts'

/** A change that is asked for under one idempotency key, until its outcome is known. */
export interface Operation {
  key: string
  method: 'POST' | 'PATCH'
  path: string
  body: Record<string, string>
  /** The exact text of the answer; undefined: unknown, because the connection was lost. */
  answer?: string
  /** Answers that were no replay: one, or none when its answer was lost with the connection. */
  executed: number
}

/** Writers that never give an operation up: what was lost with a connection is asked for again, under its key. */
export class Writers {
  readonly operations: Operation[] = []
  /** Answers that no well-behaved caller should get. */
  readonly complaints: string[] = []
  /** How often the database was away. */
  refused = 0
  /** How often a connection was lost before its answer came. */
  lost = 0
  readonly #random: () => number

  constructor(random: () => number) {
    this.#random = random
  }

  /** Writes with `count` writers until the promise resolves. */
  async during(call: Call, until: Promise<unknown>, count: number): Promise<void> {
    const over = { yet: false }
    void until.then(() => (over.yet = true))
    await Promise.all(
      Array.from({ length: count }, async () => {
        while (!over.yet) {
          const unknown = this.unknown()
          const again =
            this.#random() < 0.3 ? unknown[Math.floor(this.#random() * unknown.length)] : undefined
          await this.ask(call, again ?? this.#next())
          await wait(2 + 4 * this.#random())
        }
      }),
    )
  }

  unknown(): Operation[] {
    return this.operations.filter(({ answer }) => answer === undefined)
  }

  /** Asks once. An operation whose answer is known must be answered the same again. */
  async ask(call: Call, operation: Operation): Promise<void> {
    const { key, method, path, body } = operation
    const answer = await call(method, path, { body, headers: { 'idempotency-key': key } }).catch(
      () => undefined,
    )
    if (!answer) {
      this.lost += 1
      return
    }
    // Another try of the same operation is still under way.
    if (answer.status === 409) return
    if (answer.status === 503) {
      this.refused += 1
      if (!isRefusal(answer)) this.complaints.push(`503 in another form: ${answer.text}`)
      return
    }
    const { status, text } = answer
    if (status !== (method === 'POST' ? 201 : 200)) {
      this.complaints.push(`${method} ${path} was answered ${status}: ${text}`)
    } else if (operation.answer !== undefined && operation.answer !== text) {
      this.complaints.push(`${key} was answered ${operation.answer}, then ${text}`)
    }
    if (answer.headers['idempotent-replayed'] !== 'true' && ++operation.executed > 1) {
      this.complaints.push(`${key} was executed twice`)
    }
    operation.answer ??= text
  }

  /** A new payment, or another amount for one that was acknowledged. */
  #next(): Operation {
    const key = randomUUID()
    const known = this.operations.filter(({ method, answer }) => method === 'POST' && answer !== undefined)
    const changed = this.#random() < 0.2 ? known[Math.floor(this.#random() * known.length)] : undefined
    const operation: Operation = changed
      ? {
          key,
          executed: 0,
          method: 'PATCH',
          path: `/payments/${(JSON.parse(changed.answer ?? '') as { id: string }).id}`,
          // No two are the same, so each is a change and fires its event (D11).
          body: { amount: `${this.operations.length + 1_000_000}.0000` },
        }
      : {
          key,
          executed: 0,
          method: 'POST',
          path: '/payments',
          body: { amount: '120.5000', paymentMethod: 'Cash', type: 'income', description: key },
        }
    this.operations.push(operation)
    return operation
  }
}

/** "Not now", in the form of D3 and D4. */
function isRefusal({ headers, json }: Answer): boolean {
  const { code, message, request_id } = json as Record<string, unknown>
  const told = typeof message === 'string' && typeof request_id === 'string'
  return code === 'unavailable' && told && headers['retry-after'] === '1'
}
