import { type ControlOperation, controlOperations } from '@svc/control'
import { describe, expect, it } from 'vitest'
import { openStage } from '../kit/index.ts'

const operations = Object.entries<ControlOperation>(controlOperations)

describe('the operation table of the control API', () => {
  it.each(operations)('%s has a route, which wants the admin token', async (_, { method, path }) => {
    const { send } = await openStage()
    const target = path.replaceAll(/\{\w+\}/g, '11111111-1111-4111-8111-111111111111')
    expect(await send(method, `/sandbox${target}`)).toMatchObject({
      status: 401,
      json: { code: 'unauthorized' },
    })
  })

  it('is served as an OpenAPI document, which is no secret', async () => {
    const { send } = await openStage()
    const { status, json, headers } = await send('GET', '/sandbox/openapi.json')
    expect([status, json.openapi, json.info.title]).toEqual([200, '3.1.1', 'Sandbox control API'])
    expect(headers['content-type']).toContain('application/json')
    const served = Object.entries(json.paths as Record<string, Record<string, unknown>>).flatMap(
      ([path, item]) => Object.keys(item).map((method) => `${method.toUpperCase()} ${path}`),
    )
    expect(served.toSorted()).toEqual(
      operations.map(([, { method, path }]) => `${method} /sandbox${path}`).toSorted(),
    )
  })

  it('leaves no answer to be kept on the way', async () => {
    const { admin } = await openStage()
    expect((await admin('GET', '/properties')).headers['cache-control']).toBe('no-store')
  })

  it('refuses a parameter where there is none', async () => {
    const { admin } = await openStage()
    expect(await admin('DELETE', '/requests?path=/x')).toMatchObject({
      status: 400,
      json: { code: 'validation_error', details: [{ path: 'path' }] },
    })
  })
})
