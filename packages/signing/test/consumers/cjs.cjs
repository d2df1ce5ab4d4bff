'use strict'
// A CommonJS program that has installed the packed tarball.
const assert = require('node:assert/strict')
const signing = require('@svc/signing')
const web = require('@svc/signing/web')
const fastify = require('@svc/signing/fastify')
const express = require('@svc/signing/express')
const fetchAdapter = require('@svc/signing/fetch')

async function main() {
  const header = signing.sign('Hello, World!', "It's a Secret to Everybody")
  assert.equal(header, 'sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17')
  assert.equal(signing.verify('Hello, World!', header, "It's a Secret to Everybody"), true)
  assert.equal(await web.sign('Hello, World!', "It's a Secret to Everybody"), header)

  // One class each, whichever entry it comes from: `instanceof` holds across entries.
  assert.equal(web.SigningError, signing.SigningError)
  for (const { signedDeliveries } of [express, fetchAdapter]) {
    assert.throws(() => signedDeliveries({ secret: '' }, () => new Response()), signing.SecretError)
  }
  await assert.rejects(fastify.signedDeliveries({}, { secret: '' }), signing.SecretError)
  assert.equal(require('@svc/signing/package.json').name, '@svc/signing')
}

void main().then(() => console.log('cjs ok'))
