export { BodyError, HeaderError, SecretError, SigningError, type SigningErrorCode } from '../errors.ts'
export type {
  CheckResult,
  DeliveryHeaders,
  RawBody,
  RefusalReason,
  Secret,
  Secrets,
  SignatureHeader,
} from '../types.ts'
export type { DeliveryOptions, SignedHeaders } from './delivery-headers.ts'
export type { HeaderOption, PrefixOption } from './header-names.ts'
export { readDeliveryHeaders, type HeadersLike } from './read-delivery-headers.ts'
