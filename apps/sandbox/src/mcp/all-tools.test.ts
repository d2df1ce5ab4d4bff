import { connectSandbox, controlOperations } from '@svc/control'
import { operations } from '@svc/models'
import { describe, expect, it } from 'vitest'
import { allTools, isOffered, missingTool } from './all-tools.ts'
import { type McpTool, refuseUnknownArguments, toolGroups } from './tool.ts'

const connection = { url: 'http://127.0.0.1:1', adminToken: 'token', apiKey: 'key', propertyId: 'property' }
const { url, adminToken, propertyId } = connection
const control = connectSandbox({ url, adminToken, propertyId })
const tools = allTools(connection, control)
const tool = (name: string): McpTool => {
  const found = tools.find((one) => one.name === name)
  if (!found) throw new Error(`no tool ${name}`)
  return found
}
const snake = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

describe('the tools of coding agents', () => {
  it('are every operation of both tables but those that follow something, and two of their own', () => {
    const expected = [
      'describe_sandbox',
      'explain_delivery',
      ...Object.keys(operations).map((id) => `client_${snake(id)}`),
      ...Object.keys(controlOperations)
        .map(snake)
        .filter((name) => !name.startsWith('follow_')),
    ]
    expect(tools.map(({ name }) => name).toSorted()).toEqual(expected.toSorted())
  })

  it.each(tools.map((one) => [one.name, one] as const))('%s is one that every agent takes', (name, one) => {
    expect(name).toMatch(/^[a-z_]{3,64}$/)
    expect(one.description.length).toBeGreaterThan(20)
    expect(one.description.length).toBeLessThan(1_024)
    expect(toolGroups).toContain(one.group)
    // Some agents refuse a schema that refers elsewhere, or has forms at its top.
    expect(one.inputSchema).toMatchObject({ type: 'object', additionalProperties: false })
    expect(JSON.stringify(one.inputSchema)).not.toContain('$ref')
    expect(Object.keys(one.inputSchema)).not.toContain('oneOf')
    const { properties = {}, required = [] } = one.inputSchema as { properties?: object; required?: string[] }
    expect(Object.keys(properties)).toEqual(expect.arrayContaining(required))
  })

  it('take every field once, wherever it travels', () => {
    for (const [id, { path }] of Object.entries(controlOperations)) {
      const { properties = {} } = (tools.find(({ name }) => name === snake(id))?.inputSchema ?? {}) as {
        properties?: object
      }
      const ids = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
      expect(Object.keys(properties)).toEqual(expect.arrayContaining(ids))
    }
    expect(tool('update_booking').inputSchema).toMatchObject({
      properties: { bookingId: { format: 'uuid' }, status: {}, guest: {} },
      required: ['bookingId'],
    })
    expect(tool('create_payment').inputSchema).toMatchObject({
      required: ['amount', 'paymentMethod', 'type'],
    })
    expect(tool('add_fault').inputSchema).toMatchObject({
      properties: { body: { oneOf: expect.any(Array) } },
    })
  })

  it('say which of them only look, and which may destroy', () => {
    const hints = (name: string) => {
      const { readOnlyHint, destructiveHint, idempotentHint } = tool(name).annotations
      return { readOnlyHint, destructiveHint, idempotentHint }
    }
    expect(hints('list_due')).toEqual({ readOnlyHint: true, destructiveHint: false, idempotentHint: true })
    expect(hints('create_booking')).toEqual({
      readOnlyHint: false,
      destructiveHint: false,
      idempotentHint: false,
    })
    expect(hints('cancel_booking')).toEqual({
      readOnlyHint: false,
      destructiveHint: true,
      idempotentHint: true,
    })
    for (const name of ['reset_sandbox', 'restore_snapshot', 'import_state', 'advance_clock']) {
      expect([name, hints(name)]).toEqual([
        name,
        { readOnlyHint: false, destructiveHint: true, idempotentHint: false },
      ])
    }
  })

  it('can be narrowed', () => {
    const offered = { groups: ['clock'], readOnly: true } as const
    const some = tools.filter((one) => isOffered(one, offered))
    expect(some.map(({ name }) => name)).toEqual(['get_clock', 'list_due'])
    expect(missingTool('advance_clock', tools, offered)).toBe(
      'There is no tool "advance_clock" here: this server was started with --read-only, and it changes something.',
    )
    expect(missingTool('list_faults', tools, offered)).toBe(
      'There is no tool "list_faults" here: this server was started with --tools clock, and it is of "faults".',
    )
    expect(missingTool('get_clok', tools, offered)).toBe(
      'There is no tool "get_clok". Did you mean get_clock?',
    )
    expect(missingTool('fly', tools, {})).toBe('There is no tool "fly".')
  })

  it.each([
    [
      'explain_delivery',
      'delivery',
      'There is no argument "delivery". Did you mean deliveryId? This tool takes deliveryId.',
    ],
    ['describe_sandbox', 'verbose', 'There is no argument "verbose". This tool takes none.'],
    ['get_clock', 'constructor', 'There is no argument "constructor". This tool takes none.'],
  ])('%s refuses the argument "%s"', (name, argument, message) => {
    expect(() => refuseUnknownArguments(tool(name), { [argument]: 1 })).toThrow(message)
    expect(() => refuseUnknownArguments(tool('explain_delivery'), { deliveryId: 'x' })).not.toThrow()
  })

  it('say that nothing answers, and what to do', async () => {
    for (const name of ['get_clock', 'client_list_bookings', 'describe_sandbox', 'explain_delivery']) {
      await expect(tool(name).run({})).rejects.toThrow(
        /No sandbox answers at http:\/\/127\.0\.0\.1:1 \([^():]+\)\. .*start it with "npx @svc\/sandbox"/,
      )
    }
  })
})
