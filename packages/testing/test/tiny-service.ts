import { randomBytes, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import {
  apiPrefix,
  type Booking,
  canonicalPath,
  type ErrorCode,
  type ErrorDetail,
  errorStatuses,
  needsIdempotencyKey,
  normaliseAmount,
  type Operation,
  type OperationId,
  operations,
  type Payment,
  validate,
} from '@svc/models'
import { hostel, makeBookingPage } from '@svc/testing'
