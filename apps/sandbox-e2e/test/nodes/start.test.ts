import { expect, it } from 'vitest'
import { freshPostgresDatabase } from '../kit/looked-at.ts'
import { serve } from '../kit/sandbox-process.ts'
import { freshFolder } from '../../../sandbox/test/kit/index.ts'
import { sharedDatabase, startNode } from './nodes.ts'

it('nodes that start at once on an empty database make it once', async () => {
  const { apiKey: _, ...shared } = await sharedDatabase()
  const nodes = await Promise.all(Array.from({ length: 4 }, () => startNode({ ...shared, seed: 'hostel' })))
  const [first] = nodes
  expect(await first?.sandbox.control.properties.list()).toHaveLength(1)
  const { total_count } = (await first?.call('GET', '/bookings'))?.json ?? {}
  // As many as one node makes alone.
  const alone = await startNode({ seed: 'hostel' })
  expect(total_count).toBe((await alone.call('GET', '/bookings')).json.total_count)
  for (const { sandbox, call } of nodes) {
    expect(sandbox.propertyId).toBe(first?.sandbox.propertyId)
    // The key that each of them hands out opens that property.
    expect((await call('GET', '/bookings')).json.total_count).toBe(total_count)
  }
})

it('so do processes, and one key given to all is made once', { timeout: 60_000 }, async () => {
  const database = await freshPostgresDatabase()
  const flags = ['--api-key', 'svc_given_to_all_nodes', '--seed', 'hostel']
  const nodes = await Promise.all(
    Array.from({ length: 3 }, () => serve({ database, folder: freshFolder(), flags }).ready),
  )
  const counts = await Promise.all(nodes.map(({ call }) => call('GET', '/bookings')))
  expect(new Set(counts.map(({ json }) => json.total_count)).size).toBe(1)
  expect(new Set(nodes.map(({ propertyId }) => propertyId)).size).toBe(1)
  const [first] = nodes
  expect(await first?.control.properties.list()).toHaveLength(1)
  expect(await first?.control.apiKeys.list()).toHaveLength(1)
})
