import type { Runtime } from '../runtime.ts'

const random = (runtime: Pick<Runtime, 'bytes'>, size: number) =>
  Buffer.from(runtime.bytes(size)).toString('base64url')

/** A webhook signing secret: the HMAC key is the UTF-8 bytes of this whole text. */
export const newSigningSecret = (runtime: Pick<Runtime, 'bytes'>) => `whsec_${random(runtime, 32)}`

/** A key of the client API. */
export const newApiKey = (runtime: Pick<Runtime, 'bytes'>) => `svc_${random(runtime, 32)}`

/** A token of the control API. */
export const newAdminToken = (runtime: Pick<Runtime, 'bytes'>) => `svc_admin_${random(runtime, 24)}`
