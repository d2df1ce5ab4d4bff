import { describe, expect, it } from 'vitest'
import { StorageUnavailable } from '../storage/errors.ts'
import type { Storage } from '../storage/storage.ts'
import { eventually, openLab } from '../../test/kit/delivery-lab.ts'

describe('a database that fails', () => {
  /** The storage with claims and settlements that reject as long as `away()` says so. */
  function failing(storage: Storage, away: () => Error | null): Storage {
    const unlessAway = <T>(work: () => Promise<T>): Promise<T> => {
      const error = away()
      return error ? Promise.reject(error) : work()
    }
    return {
      ...storage,
      claimDeliveries: (options) => unlessAway(() => storage.claimDeliveries(options)),
      settleAttempts: (settlements) => unlessAway(() => storage.settleAttempts(settlements)),
    }
  }

  it('while an attempt is being stored: it is stored later, and not sent again', async () => {
    await using lab = await openLab()
    let refusals = 0
    const receiver = await lab.receiver((_, response) => {
      refusals = 2
      response.end('seen')
    })
    const [id = ''] = await lab.deliveries(await lab.endpoint(receiver.url), 1)
    const storage = failing(lab.storage, () => (refusals-- > 0 ? new StorageUnavailable('away') : null))
    const engine = lab.engine({ storage })
    engine.start()
    await engine.settled()
    expect(receiver.received).toHaveLength(1)
    expect(await lab.delivery(id)).toMatchObject({ status: 'delivered', attempts: 1, response_body: 'seen' })
  })

  it('that refuses what the receiver answered gets the attempt without it', async () => {
    await using lab = await openLab()
    let answered = false
    const receiver = await lab.receiver((_, response) => {
      answered = true
      response.end('indigestible')
    })
    const [id = ''] = await lab.deliveries(await lab.endpoint(receiver.url), 1)
    const storage = failing(lab.storage, () => {
      const refuse = answered
      answered = false
      return refuse ? new Error('invalid text') : null
    })
    const engine = lab.engine({ storage })
    engine.start()
    await engine.settled()
    expect(await lab.delivery(id)).toMatchObject({
      status: 'delivered',
      response_status: 200,
      response_body: null,
    })
    expect(receiver.received).toHaveLength(1)
  })

  it('for longer than the lease: the attempt is repeated, and nothing else happens', async () => {
    let real = 1_000_000
    await using lab = await openLab({ real: () => real })
    let away = false
    const receiver = await lab.receiver((_, response) => {
      away = receiver.received.length === 1
      real += 14_990
      response.end()
    })
    const [id = ''] = await lab.deliveries(await lab.endpoint(receiver.url), 1)
    const errors: string[] = []
    const logger = {
      debug: () => {},
      warn: () => {},
      error: (_: object, message: string) => errors.push(message),
    }
    const storage = failing(lab.storage, () => (away ? new StorageUnavailable('away') : null))
    const engine = lab.engine({ storage, logger })
    engine.start()
    await eventually(() => errors.length === 1)
    expect(errors).toEqual(['an attempt could not be written down'])
    away = false
    real += 100
    await engine.settled()
    expect(receiver.received).toHaveLength(2)
    expect(await lab.delivery(id)).toMatchObject({ status: 'delivered', attempts: 1 })
  })

  it('while claiming: the engine asks again until it answers', async () => {
    await using lab = await openLab()
    const receiver = await lab.receiver()
    await lab.deliveries(await lab.endpoint(receiver.url), 1)
    let refusals = 2
    const warnings: string[] = []
    const engine = lab.engine({
      storage: failing(lab.storage, () => (refusals-- > 0 ? new StorageUnavailable('away') : null)),
      logger: {
        debug: () => {},
        warn: (_: object, message: string) => warnings.push(message),
        error: () => {},
      },
    })
    engine.start()
    await engine.settled()
    expect(receiver.received).toHaveLength(1)
    expect(warnings).toEqual(['deliveries could not be claimed', 'deliveries could not be claimed'])
  })
})
