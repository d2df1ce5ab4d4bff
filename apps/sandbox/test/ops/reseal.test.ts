import { randomUUID } from 'node:crypto'
import { openInbox } from '@svc/testing'
import { describe, expect, it } from 'vitest'
import { startSandbox } from '../../src/index.ts'
import { openStorage } from '../../src/storage/open.ts'
import { freshDatabase } from '../kit/index.ts'

const oldKey = 'the-old-secret-key-of-32-characters-or-more'
const newKey = 'the-new-secret-key-of-32-characters-or-more'

describe('SVC_SECRET_KEY', () => {
  it('can come late, be rotated, and be dropped when it is replaced: every delivery stays rightly signed', async () => {
    const { database } = await freshDatabase('sqlite')
    await using inbox = await openInbox()
    const apiKey = 'an-api-key-that-stays'
    const stored = async () => {
      const storage = await openStorage({ database })
      const rows = await storage.db.selectFrom('webhook_endpoints').select('secret').execute()
      await storage.close()
      return rows.map(({ secret }) => secret)
    }
    const start = (secretKey: string[]) => startSandbox({ database, apiKey, secretKey, targets: 'local' })
    const post = async (url: string, path: string, body: unknown) => {
      const headers = {
        'X-API-Key': apiKey,
        'Content-Type': 'application/json',
        'Idempotency-Key': randomUUID(),
      }
      const response = await fetch(`${url}/api/v1/client${path}`, {
        method: 'POST',
        headers,
        body: JSON.stringify(body),
      })
      return (await response.json()) as { secret: string }
    }
    /** Starts with these keys, has one payment delivered and verified, and says how the secret is stored then. */
    async function deliverWith(...keys: string[]): Promise<string | undefined> {
      await using sandbox = await start(keys)
      inbox.clear()
      await post(sandbox.url, '/payments', { amount: '1', paymentMethod: 'Cash', type: 'income' })
      expect((await inbox.next('payment.created')).verified).toBe(true)
      return (await stored())[0]
    }

    {
      await using sandbox = await start([])
      const { secret } = await post(sandbox.url, '/webhooks', {
        url: inbox.url,
        events: ['payment.created'],
      })
      inbox.secret = secret
      expect(await stored()).toEqual([secret])
    }
    const sealedByOld = await deliverWith(oldKey)
    expect(sealedByOld).toMatch(/^sealed:/)
    expect(await deliverWith(oldKey)).toBe(sealedByOld)
    // Both are known: nothing to do while the old one comes first.
    expect(await deliverWith(oldKey, newKey)).toBe(sealedByOld)
    const sealedByNew = await deliverWith(newKey, oldKey)
    expect(sealedByNew).not.toBe(sealedByOld)
    expect(await deliverWith(newKey)).toBe(sealedByNew)

    await expect(start([])).rejects.toThrow('set SVC_SECRET_KEY to the key that they were sealed with')
    // A wrong key leaves what it cannot open as it is.
    await (await start([oldKey])).close()
    expect(await deliverWith(newKey)).toBe(sealedByNew)
  })
})
