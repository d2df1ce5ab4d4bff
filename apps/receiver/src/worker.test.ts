import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeEvent } from '@svc/testing'
import { describe, expect, it } from 'vitest'
import { openInbox } from './inbox.ts'
import { startWorker } from './worker.ts'

const fill = (inbox: ReturnType<typeof openInbox>, count: number) =>
  Array.from({ length: count }, () => {
    const event = makeEvent('payment.created')
    inbox.accept(event.id, JSON.stringify(event))
    return event.id
  })
const noWait = () => Promise.resolve()
const onTrouble = (error: unknown) => {
  throw error
}

describe('the worker', () => {
  it('works through what waits, oldest first, each once', async () => {
    const inbox = openInbox(':memory:')
    const ids = fill(inbox, 3)
    const handled: string[] = []
    const all = Promise.withResolvers<void>()
    const worker = startWorker({
      inbox,
      onTrouble,
      onFailure: (error) => all.reject(error),
      handle: async (event) => {
        handled.push(event.id)
        if (handled.length === ids.length) all.resolve()
      },
    })
    await all.promise
    await worker.stop()
    expect(handled).toEqual(ids)
    expect(inbox.next(5)).toBeUndefined()
  })

  it('tries a failing event again, and lets the others go first', async () => {
    const inbox = openInbox(':memory:')
    const [bad, good] = fill(inbox, 2)
    const order: string[] = []
    const recovered = Promise.withResolvers<void>()
    const worker = startWorker({
      inbox,
      onTrouble,
      backoff: noWait,
      onFailure: () => order.push('failed'),
      handle: async ({ id }) => {
        if (id === bad && !order.includes('failed')) throw new Error('the accounting system is down')
        order.push(id)
        if (id === bad) recovered.resolve()
      },
    })
    await recovered.promise
    await worker.stop()
    expect(order).toEqual(['failed', good, bad])
  })

  it('gives up after five failures, says so, and keeps the event', async () => {
    const inbox = openInbox(':memory:')
    const [id] = fill(inbox, 1)
    const finals: boolean[] = []
    const last = Promise.withResolvers<void>()
    const worker = startWorker({
      inbox,
      onTrouble,
      backoff: noWait,
      handle: () => Promise.reject(new Error('never')),
      onFailure: (_error, { final }) => {
        finals.push(final)
        if (final) last.resolve()
      },
    })
    await last.promise
    await worker.stop()
    expect(finals).toEqual([false, false, false, false, true])
    expect(inbox.next(5)).toBeUndefined()
    expect(inbox.next(6)).toMatchObject({ id, failures: 5 })
  })

  it('a stop during a wait is prompt, and a new start continues the work', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'receiver-'))
    try {
      const first = openInbox(join(folder, 'inbox.db'))
      const [id] = fill(first, 1)
      const waiting = Promise.withResolvers<void>()
      const stopped = startWorker({
        inbox: first,
        onTrouble,
        handle: () => Promise.reject(new Error('not yet')),
        onFailure: () => undefined,
        backoff: (_failures, signal) => {
          waiting.resolve()
          return new Promise((_resolve, reject) =>
            signal.addEventListener('abort', () => reject(signal.reason as Error)),
          )
        },
      })
      await waiting.promise
      await stopped.stop()
      first.close()

      const second = openInbox(join(folder, 'inbox.db'))
      expect(second.accept(id ?? '', '{}')).toBe(false)
      const handled = Promise.withResolvers<string>()
      const worker = startWorker({
        inbox: second,
        onTrouble,
        backoff: noWait,
        onFailure: (error) => handled.reject(error),
        handle: async (event) => handled.resolve(event.id),
      })
      expect(await handled.promise).toBe(id)
      await worker.stop()
      second.close()
    } finally {
      rmSync(folder, { recursive: true })
    }
  })

  it('a new event ends the wait for a failed one', async () => {
    const inbox = openInbox(':memory:')
    const [bad] = fill(inbox, 1)
    const waiting = Promise.withResolvers<void>()
    const handled = Promise.withResolvers<string>()
    const worker = startWorker({
      inbox,
      onTrouble,
      handle: async ({ id }) => {
        if (id === bad) throw new Error('not today')
        handled.resolve(id)
      },
      onFailure: () => undefined,
      backoff: (_failures, signal) => {
        waiting.resolve()
        return new Promise((_resolve, reject) =>
          signal.addEventListener('abort', () => reject(signal.reason as Error)),
        )
      },
    })
    await waiting.promise
    const [fresh] = fill(inbox, 1)
    worker.wake()
    expect(await handled.promise).toBe(fresh)
    await worker.stop()
  })

  it('an inbox that fails is said and tried again, and the process lives', async () => {
    const inbox = openInbox(':memory:')
    const [id] = fill(inbox, 1)
    const full = () => {
      throw new Error('database or disk is full')
    }
    const troubles: unknown[] = []
    let broken = true
    const done = Promise.withResolvers<string>()
    const worker = startWorker({
      inbox: {
        ...inbox,
        done: (one) => {
          if (broken) full()
          inbox.done(one)
          done.resolve(one)
        },
        failed: (one) => (broken ? full() : inbox.failed(one)),
      },
      // The disk has room again when it is tried for the third time.
      backoff: async () => void (broken = troubles.length < 2),
      onFailure: () => undefined,
      onTrouble: (error) => troubles.push(error),
      handle: noWait,
    })
    expect(await done.promise).toBe(id)
    await worker.stop()
    expect(troubles).toEqual([new Error('database or disk is full'), new Error('database or disk is full')])
    expect(inbox.next(5)).toBeUndefined()
  })

  it('stops in the middle of such a wait', async () => {
    const inbox = openInbox(':memory:')
    fill(inbox, 1)
    const waits = Promise.withResolvers<void>()
    const worker = startWorker({
      inbox: {
        ...inbox,
        next: () => {
          throw new Error('the disk does not answer')
        },
      },
      backoff: (_, signal) => {
        waits.resolve()
        return new Promise((_resolve, reject) =>
          signal.addEventListener('abort', () => reject(new Error('over'))),
        )
      },
      onFailure: () => undefined,
      onTrouble: () => undefined,
      handle: noWait,
    })
    await waits.promise
    worker.wake()
    await worker.stop()
    expect(inbox.next(5)).toBeDefined()
  })
})
