import { describe, expect, it } from 'vitest'
import { freshDatabase, kinds } from '../../test/kit/databases.ts'
import { type Lab, openLab } from '../../test/kit/delivery-lab.ts'
import type { Backlog } from './backlog.ts'
import { createQueueNews } from './queue-news.ts'

const nowhere = 'https://receiver.example/'

/** A node that looks, and what it has found. */
function openNews(lab: Lab) {
  const found: { whole: string[][]; added: string[][] } = { whole: [], added: [] }
  const endpointsOf = (heads: readonly { endpoint_id: string }[]) =>
    heads.map(({ endpoint_id }) => endpoint_id).toSorted()
  const backlog: Pick<Backlog, 'add' | 'replace' | 'isBusy'> = {
    add: (heads) => void found.added.push(endpointsOf(heads)),
    replace: (heads) => void found.whole.push(endpointsOf(heads)),
    isBusy: () => false,
  }
  let elapsed = 0
  const time = { elapsed: () => elapsed } as Parameters<typeof createQueueNews>[0]['time']
  return {
    found,
    news: createQueueNews({ storage: lab.storage, clock: lab.clock, time, backlog }),
    passes: (ms: number) => void (elapsed += ms),
  }
}

describe.each(kinds)('news of the queue on %s', (kind) => {
  it('what has fallen due since the last look is found without a look at all', async () => {
    await using lab = await openLab(await freshDatabase(kind))
    // Where tables are divided by property, every look is one at all.
    if (lab.storage.partitions > 0) return
    const { news, found } = openNews(lab)
    const [early, late] = [await lab.endpoint(nowhere), await lab.endpoint(nowhere)]
    await lab.deliveries(early, 1, { due: lab.clock.now() - 1_000 })
    await lab.deliveries(late, 1, { due: lab.clock.now() + 60_000 })
    await news.look()
    expect(found).toEqual({ whole: [[early, late].toSorted()], added: [] })

    await lab.clock.advanceTo(lab.clock.now() + 60_000)
    await news.look()
    expect(found.whole).toHaveLength(1)
    expect(found.added).toEqual([[late]])
    // What came a moment too late for that look, it finds again.
    await lab.deliveries(early, 1, { due: lab.clock.now() - 200 })
    await news.look()
    expect(found.added[1]).toEqual([early, late].toSorted())
  })

  it('what was told of is looked for in all, and not more often than the looks take', async () => {
    await using lab = await openLab(await freshDatabase(kind))
    const { news, found, passes } = openNews(lab)
    expect(news.isExpected()).toBe(true)
    await news.look()
    expect(news.isExpected()).toBe(false)
    expect(news.isPressing()).toBe(false)
    news.expect()
    expect(news.isPressing()).toBe(false)
    passes(20)
    expect(news.isPressing()).toBe(true)
    await news.look()
    expect(found.whole).toHaveLength(2)
    expect(news.isPressing()).toBe(false)
  })
})
