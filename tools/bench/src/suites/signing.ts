import { createHmac, createSecretKey, timingSafeEqual } from 'node:crypto'
import { sign as octokitSign, verify as octokitVerify } from '@octokit/webhooks-methods'
import { createSigner, createVerifier, sign, verify } from '@svc/signing'
import * as web from '@svc/signing/web'
import { Webhook } from 'standardwebhooks'
import { Stripe } from 'stripe'
import { Webhook as SvixWebhook } from 'svix'
import { perSecond } from '../cost/per-second.ts'
import { type Contender, interleave } from '../results/interleave.ts'
import type { Kind, RowResult } from '../results/row.ts'
import type { Run } from '../run.ts'

/** Signing and verifying a webhook of 400 bytes, beside the bare HMAC and public libraries. */
export async function signing(run: Run): Promise<RowResult[]> {
  run.say('signing and verifying')
  const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
  const body = JSON.stringify({ id: '0d1f9c52-7c55-4b9c-9b3a-0d7d8f4c0a11', text: 'x'.repeat(346) })
  const key = createSecretKey(secret, 'utf8')
  const bare = () => createHmac('sha256', key).update(body).digest('hex')
  const header = sign(body, secret)
  const expected = Buffer.from(bare())

  const signer = createSigner(secret)
  const verifier = createVerifier(secret)
  const webVerifier = web.createVerifier(secret)

  const standardSecret = Buffer.from(secret).toString('base64')
  const standard = new Webhook(standardSecret)
  const standardHeaders = {
    'webhook-id': 'msg_1',
    'webhook-timestamp': String(Math.floor(Date.now() / 1000)),
    'webhook-signature': standard.sign('msg_1', new Date(), body),
  }
  const svix = new SvixWebhook(standardSecret)
  const svixHeaders = {
    'svix-id': 'msg_1',
    'svix-timestamp': standardHeaders['webhook-timestamp'],
    'svix-signature': svix.sign('msg_1', new Date(), body),
  }
  const stripe = new Stripe('sk_test_unused')
  const stripeHeader = stripe.webhooks.generateTestHeaderString({ payload: body, secret })
  const octokitHeader = await octokitSign(secret, body)

  // Short and many: what else the machine does hits all of them alike.
  const milliseconds = run.form === 'quick' ? 30 : 100
  const measured = (subjects: [string, Kind, () => unknown, judged?: boolean][]) =>
    interleave(
      subjects.map(([name, kind, work, judged]): Contender => ({
        name,
        kind,
        judged,
        measure: () => perSecond(work, milliseconds, 'processor'),
      })),
      { rounds: run.rounds * (run.form === 'quick' ? 5 : 9) },
    )

  return [
    {
      id: 'sign',
      title: 'Sign a webhook of 400 bytes',
      unit: 'ops/s',
      better: 'more',
      note: 'In a second of processor time.',
      subjects: await measured([
        ['node:crypto, bare', 'bare', bare],
        ['@svc/signing createSigner', 'ours', () => signer.sign(body)],
        ['@svc/signing sign', 'ours', () => sign(body, secret)],
        ['standardwebhooks', 'peer', () => standard.sign('msg_1', new Date(), body)],
        ['svix', 'peer', () => svix.sign('msg_1', new Date(), body)],
        ['@octokit/webhooks-methods', 'peer', () => octokitSign(secret, body)],
      ]),
    },
    {
      id: 'verify',
      title: 'Verify a webhook of 400 bytes',
      unit: 'ops/s',
      better: 'more',
      target: { value: 0.95, of: 'bare' },
      subjects: await measured([
        ['node:crypto, bare', 'bare', () => timingSafeEqual(Buffer.from(bare()), expected)],
        ['@svc/signing createVerifier', 'ours', () => verifier.verify(body, header)],
        ['@svc/signing verify', 'ours', () => verify(body, header, secret), false],
        ['@svc/signing/web createVerifier', 'ours', () => webVerifier.verify(body, header), false],
        ['standardwebhooks', 'peer', () => standard.verify(body, standardHeaders, { jsonParse: false })],
        ['svix', 'peer', () => svix.verify(body, svixHeaders)],
        ['stripe', 'peer', () => stripe.webhooks.constructEvent(body, stripeHeader, secret)],
        ['@octokit/webhooks-methods', 'peer', () => octokitVerify(secret, body, octokitHeader)],
      ]),
      note: 'In a second of processor time. The bare limit holds a prepared key too. stripe and svix parse the JSON as well; they and standardwebhooks check a timestamp.',
    },
  ]
}
