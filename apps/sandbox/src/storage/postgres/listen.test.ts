import { EventEmitter } from 'node:events'
import { expect, it, vi } from 'vitest'
import type { PostgresConfig } from './config.ts'
import { listenToPostgres } from './listen.ts'

it('asks whether the connection lives, and not again before it has answered', async () => {
  const answers: (() => void)[] = []
  class Client extends EventEmitter {
    connect = async () => {}
    end = async () => {}
    escapeIdentifier = (name: string) => `"${name}"`
    query = (text: string) =>
      text === 'select 1' ? new Promise<void>((answer) => void answers.push(answer)) : Promise.resolve()
  }
  const notifications = await listenToPostgres({
    config: { Client } as unknown as PostgresConfig,
    channel: 'svc',
    heard: () => {},
    reconnected: () => {},
  })
  const now = vi.spyOn(performance, 'now').mockReturnValue(1_000)
  expect([notifications.isLive(), notifications.isLive(), notifications.isLive()]).toEqual([
    false,
    false,
    false,
  ])
  expect(answers).toHaveLength(1)
  answers[0]?.()
  await vi.waitFor(() => expect(notifications.isLive()).toBe(true))
  now.mockReturnValue(1_041)
  expect(notifications.isLive()).toBe(true)
  expect(answers).toHaveLength(2)
  now.mockRestore()
  await notifications.close()
})
