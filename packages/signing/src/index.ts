export { check, createVerifier, verify, type Verifier } from './node/check.ts'
export { deliveryHeaders } from './node/delivery-headers.ts'
export { createSigner, sign, type Signer } from './node/sign.ts'
export * from './shared/public.ts'
