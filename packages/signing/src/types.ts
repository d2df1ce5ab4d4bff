/**
 * A signing secret. The HMAC key is the UTF-8 bytes of the whole string, a `whsec_` in front included;
 * a `Uint8Array` is the key itself.
 */
export type Secret = string | Uint8Array

/** One secret, or several while a secret is being rotated. */
export type Secrets = Secret | readonly Secret[]

/** A body as it travels: its bytes, or text that stands for its UTF-8 bytes. Never a parsed object. */
export type RawBody = string | Uint8Array | ArrayBuffer

/** The value of the signature header as any framework hands it out. */
export type SignatureHeader = string | readonly string[] | null | undefined

/**
 * Why a delivery was not accepted:
 * `missing` – no signature header, or an empty one;
 * `malformed` – not exactly `sha256=` and 64 lowercase hex digits, once;
 * `mismatch` – well formed, and made with another secret or over other bytes.
 */
export type RefusalReason = 'missing' | 'malformed' | 'mismatch'

/** `secret` is the index of the secret that matched (0 for a single one): log it to see a rotation finish. */
export type CheckResult =
  | {
      /** Whether the signature holds. */
      readonly ok: true
      /** Which of the secrets signed it, from 0. */
      readonly secret: number
    }
  | {
      /** Whether the signature holds. */
      readonly ok: false
      /** Why it does not hold. */
      readonly reason: RefusalReason
    }

/** What {@link readDeliveryHeaders} finds; `null` is a header that was not sent. */
export interface DeliveryHeaders {
  /** `X-SVC-Delivery`. Not covered by the signature: deduplicate on the `id` of the verified body. */
  readonly id: string | null
  /** `X-SVC-Event`. Not covered by the signature: decide on the `type` of the verified body. */
  readonly type: string | null
  /** `X-SVC-Signature`, as it arrived. */
  readonly signature: string | null
}
