import { createHmac, timingSafeEqual } from 'node:crypto'
import { sign as octokitSign, verify as octokitVerify } from '@octokit/webhooks-methods'
import { createSigner, createVerifier, sign, verify } from '@svc/signing'
import * as web from '@svc/signing/web'
import { Webhook } from 'standardwebhooks'
import { Stripe } from 'stripe'
import { operations } from '../operations.ts'
import type { Group } from '../report.ts'

/** Signing and verifying a webhook of 400 bytes, beside the bare HMAC and three public libraries. */
export async function signing(): Promise<Group[]> {
  const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
  const body = JSON.stringify({ id: '0d1f9c52-7c55-4b9c-9b3a-0d7d8f4c0a11', text: 'x'.repeat(346) })
  const bare = () => createHmac('sha256', secret).update(body).digest('hex')
  const header = sign(body, secret)
  const expected = Buffer.from(bare())

  const signer = createSigner(secret)
  const verifier = createVerifier(secret)
  const webVerifier = web.createVerifier(secret)

  const standard = new Webhook(Buffer.from(secret).toString('base64'))
  const standardHeaders = {
    'webhook-id': 'msg_1',
    'webhook-timestamp': String(Math.floor(Date.now() / 1000)),
    'webhook-signature': standard.sign('msg_1', new Date(), body),
  }
  const stripe = new Stripe('sk_test_unused')
  const stripeHeader = stripe.webhooks.generateTestHeaderString({ payload: body, secret })
  const octokitHeader = await octokitSign(secret, body)

  return [
    await operations('sign', {
      'node:crypto, bare': bare,
      '@svc/signing sign': () => sign(body, secret),
      '@svc/signing createSigner': () => signer.sign(body),
      standardwebhooks: () => standard.sign('msg_1', new Date(), body),
      '@octokit/webhooks-methods': () => octokitSign(secret, body),
    }),
    await operations(
      'verify',
      {
        'node:crypto, bare': () => timingSafeEqual(Buffer.from(bare()), expected),
        '@svc/signing verify': () => verify(body, header, secret),
        '@svc/signing createVerifier': () => verifier.verify(body, header),
        '@svc/signing/web createVerifier': () => webVerifier.verify(body, header),
        standardwebhooks: () => standard.verify(body, standardHeaders, { jsonParse: false }),
        stripe: () => stripe.webhooks.constructEvent(body, stripeHeader, secret),
        '@octokit/webhooks-methods': () => octokitVerify(secret, body, octokitHeader),
      },
      'stripe parses the JSON as well; standardwebhooks and stripe check a timestamp too.',
    ),
  ]
}
