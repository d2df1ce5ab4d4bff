export * from './shared/public.ts'
export { check, createVerifier, verify, type Verifier } from './web/check.ts'
export { deliveryHeaders } from './web/delivery-headers.ts'
export { createSigner, sign, type Signer } from './web/sign.ts'
