import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { openStage } from '../kit/index.ts'

const guest = { first_name: 'Ada', last_name: 'Lovelace', email: 'ada@example.com', phone: '+44 1' }

describe('bookings that are made by hand', () => {
  it('keep ids in lower case, as every answer writes them', async () => {
    const { control, call } = await openStage()
    const [id, room, bed, guestId] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()]
    const made = await control.bookings.create({
      id: id.toUpperCase(),
      guest: { ...guest, id: guestId.toUpperCase() },
      stay_dates: [{ date: '2026-12-01', amount: 2_500, room: room.toUpperCase(), bed: bed.toUpperCase() }],
    })
    expect(made).toMatchObject({
      id,
      guest: { id: guestId },
      stay_dates: [{ date: '2026-12-01', amount: 2_500, room, bed }],
    })
    expect((await call('GET', `/bookings/${id}`)).json).toEqual(made)
  })

  it('never change the guest of another property, whose id they name', async () => {
    const { control } = await openStage()
    const own = await control.bookings.create({ guest })
    const other = control.property((await control.properties.create({ name: 'Next door' })).id)
    // An id is one of its property: here it is free.
    const made = await other.bookings.create({ guest: { id: own.guest.id, first_name: 'Mallory' } })
    expect(made.guest).toMatchObject({ id: own.guest.id, first_name: 'Mallory' })
    expect(made.guest.last_name).not.toBe(guest.last_name)
    await other.bookings.create({ guest: { id: own.guest.id, phone: '+44 2' } })
    const [listed] = (await control.bookings.list()).results
    expect(listed?.guest).toEqual({ ...guest, id: own.guest.id })
    // What is stored of the guest is as it was: the next booking has it.
    expect((await control.bookings.create({ guest: { id: own.guest.id } })).guest).toEqual(listed?.guest)
  })

  it('change the guest of their own property, in all bookings of theirs', async () => {
    const { control } = await openStage()
    const first = await control.bookings.create({ guest })
    await control.bookings.create({ guest: { id: first.guest.id.toUpperCase(), phone: '+44 2' } })
    const { results } = await control.bookings.list()
    expect(results.map((booking) => booking.guest)).toEqual(
      [1, 2].map(() => ({ ...guest, id: first.guest.id, phone: '+44 2' })),
    )
  })

  it('are refused under an id that another booking of the property has', async () => {
    const { control } = await openStage()
    const first = await control.bookings.create({ description: 'first' })
    const again = control.bookings.create({ id: first.id.toUpperCase(), description: 'second' })
    await expect(again).rejects.toMatchObject({ code: 'validation_error', details: [{ path: 'id' }] })
    expect((await control.bookings.list()).results).toEqual([first])
  })

  it('keep their guest, room and bed when a change names none', async () => {
    const { control } = await openStage()
    const night = () => [{ date: '2026-12-01', amount: 2_500, room: randomUUID(), bed: randomUUID() }]
    const first = await control.bookings.create({ guest, stay_dates: night() })
    const second = await control.bookings.create({ guest, stay_dates: night() })
    for (const made of [first, second]) {
      const changed = await control.bookings.update(made.id, {
        guest: { phone: '+44 2' },
        stay_dates: [{ date: '2026-12-02', amount: 1 }],
      })
      expect(changed.guest).toEqual({ ...made.guest, phone: '+44 2' })
      expect(changed.stay_dates).toEqual([{ ...made.stay_dates[0], date: '2026-12-02', amount: 1 }])
    }
    expect((await control.bookings.list()).total_count).toBe(2)
  })

  it('say when they were changed, and not when nothing was', async () => {
    const { control } = await openStage()
    const made = await control.bookings.create({ status: 'confirmed' })
    await control.clock.advance(60)
    expect(await control.bookings.update(made.id, { status: 'confirmed' })).toEqual(made)
    const changed = await control.bookings.update(made.id, { status: 'paid' })
    expect(changed).toEqual({ ...made, status: 'paid', updated: '2026-11-21T12:01:00.000Z' })
    expect((await control.bookings.list()).results).toEqual([changed])
  })
})
