import type { SandboxControl } from '@svc/control'
import { refusedAs, same } from './compare.ts'
import { attempt } from './reference/events.ts'
import { book, cancel, change, receiveMessage, type WholeBooking } from './reference/hostel.ts'
import { iso, type Property, type World } from './reference/world.ts'
import type { Receivers } from './receivers.ts'
import { bookingId, guestId, nights, pick } from './resolve.ts'
import type { Step } from './script.ts'
import type { Node } from './subject.ts'

/** What is done beside the client API, and to the world around the service. */
export type OperatorStep = Exclude<
  Step,
  { do: 'call' | 'race' | 'kill' | 'advance' | 'restart' | 'clear faults' }
>

export interface Operated {
  property: Property
  now: number
  /** Of the property. */
  control: SandboxControl
  nodes: readonly Node[]
  receivers: Receivers
  /** Keeps the worlds that explain what was seen: those for which there is no objection. */
  keep(explains: (world: World, property: Property) => string | undefined): void
  /** Compares all deliveries, which then know their ids. */
  look(): Promise<void>
}

/** Does it, there and in the reference. */
export async function operate(step: OperatorStep, on: Operated): Promise<void> {
  const {
    property: { id, endpoints: known },
    now,
    control,
    nodes,
    receivers,
    keep,
    look,
  } = on
  const each = (does: (world: World, property: Property) => unknown) =>
    keep((world, property) => void does(world, property))
  switch (step.do) {
    case 'book': {
      const input: WholeBooking = {
        id: bookingId(step.booking),
        status: 'confirmed',
        created: iso(now - step.created * 1_000),
        paidDays: 0,
        description: '',
        guest: {
          id: guestId(step.guest),
          first_name: 'Ana',
          last_name: `${step.booking}`,
          email: 'a@example.com',
          phone: '1',
        },
        stay_dates: nights(step.days),
      }
      const made = await refusedAs(400, control.bookings.create(input))
      return keep((world, property) => same(made, book(world, property, input)))
    }
    case 'change': {
      const { status, days, guest, description } = step.changes
      const changes = {
        ...(status !== undefined && { status }),
        ...(description !== undefined && { description }),
        ...(days && { stay_dates: nights(days) }),
        ...(guest !== undefined && { guest: { first_name: guest } }),
      }
      const booking = bookingId(step.booking)
      const made = await refusedAs(404, control.bookings.update(booking, changes))
      return keep((world, property) => same(made, change(world, property, booking, changes)))
    }
    case 'cancel': {
      const booking = bookingId(step.booking)
      const made =
        (await refusedAs(
          404,
          control.bookings.cancel(booking).then(() => true),
        )) ?? false
      return keep((world, property) => same(made, cancel(world, property, booking)))
    }
    case 'message': {
      const message = { bookingId: bookingId(step.booking), content: 'Hello', threadId: 'one' }
      const made = await refusedAs(400, control.messages.send(message))
      return keep((world, property) =>
        same(made !== undefined, receiveMessage(world, property, message, made?.id)),
      )
    }
    case 'receiver': {
      const path = `/${id}/${step.receiver}`
      receivers.set(path, step.answers)
      return each((world) => (world.receivers[path] = step.answers))
    }
    case 'fault': {
      const { when, method, action, times } = step
      const node = step.node % nodes.length
      await nodes[node]!.control.faults.add({
        when,
        match: { property_id: id, ...(method !== null && { method }) },
        action: action === 'status' ? { type: 'status', status: 503 } : { type: action },
        times,
      })
      return each((world) =>
        world.faults[node]?.push({ when, method, action, remaining: times, property: id }),
      )
    }
    case 'fault deliveries': {
      const endpoint = pick(known, step.endpoint)
      if (!endpoint) return
      const { action } = step
      for (const { control: every } of nodes) {
        await every.faults.add({
          when: 'delivery',
          match: { endpoint_id: endpoint.id },
          action: typeof action === 'string' ? { type: action } : { type: 'status', status: action },
        })
      }
      return each((world) => world.deliveryFaults.push({ endpointId: endpoint.id, action }))
    }
    case 'resend': {
      // Of those that are listed: ids of deliveries are the service's to choose.
      await look()
      const listed = (await control.deliveries.list({ limit: 100 })).results.toReversed()
      const delivery = pick(listed, step.delivery)
      if (!delivery) return
      const made = await control.deliveries.resend(delivery.id)
      return keep((world, { deliveries, endpoints }) => {
        const expected = deliveries.find((one) => one.known?.id === delivery.id)!
        const endpoint = endpoints.find((one) => one.id === expected.endpointId)!
        const { at, error, outcome } = attempt(world, expected, endpoint, 'manual')
        const { started_at, kind, number } = made
        return same(
          { started_at, error: made.error, outcome: made.outcome, kind, number },
          { started_at: iso(at), error, outcome, kind: 'manual', number: expected.attempts.length },
        )
      })
    }
    case 'rotate': {
      const endpoint = pick(known, step.endpoint)
      if (!endpoint) return
      const { secret } = await control.webhooks.rotateSecret(endpoint.id)
      return each((world, { endpoints }) => {
        const rotated = endpoints.find((one) => one.id === endpoint.id)
        if (rotated) Object.assign(rotated, { secret, updated_at: iso(world.now) })
      })
    }
  }
}
