import type { Message, MessageInput } from '@svc/control'
import { bookingExists } from '../storage/queries/bookings.ts'
import { findThread, insertMessage } from '../storage/queries/messages.ts'
import type { Db } from '../storage/storage.ts'
import type { ServiceContext } from './context.ts'
import { invalid } from './errors.ts'
import { fireEvent } from './events.ts'
import { readId, timestamp } from './wire.ts'

/**
 * Takes an inbound OTA message and fires `message.received`. Without a thread it joins the booking's latest.
 *
 * @throws ServiceError `validation_error` for a booking that the property does not have
 */
export async function createMessage(
  context: ServiceContext,
  tx: Db,
  propertyId: string,
  input: MessageInput,
): Promise<Message> {
  const bookingId = readId(input.bookingId)
  if (!bookingId || !(await bookingExists(tx, propertyId, bookingId))) {
    throw invalid([{ path: 'bookingId', message: 'is not a booking of this property' }])
  }
  const messageId = context.runtime.uuid()
  const threadId = input.threadId ?? (await findThread(tx, propertyId, bookingId)) ?? context.runtime.uuid()
  const now = context.runtime.clock.now()
  const { content } = input
  await insertMessage(tx, {
    id: messageId,
    property_id: propertyId,
    booking_id: bookingId,
    thread_id: threadId,
    content,
    created_at: now,
  })
  await fireEvent(context, tx, {
    property_id: propertyId,
    type: 'message.received',
    data: { bookingId, messageId, threadId, content },
  })
  return { id: messageId, bookingId, threadId, content, created_at: timestamp(now) }
}
