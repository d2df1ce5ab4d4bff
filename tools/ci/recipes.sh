#!/usr/bin/env bash
# The recipes of examples/webhooks with the frameworks that they are for; and the packages beside the older versions of the
# frameworks that they name: installed as a stranger would, run, and compiled. Needs `npm run build` before.
source "$(dirname "$0")/shared.sh"
npm ci --prefix tools/recipes >/dev/null
node --test --test-reporter=dot tools/recipes/recipes.test.mjs

pack_built packages/signing packages/models packages/control packages/testing
mkdir "$work/older" && cd "$work/older"
echo '{"private":true,"type":"module"}' >package.json
# It was ERESOLVE once.
npm install "$work"/tarballs/*.tgz express@4 fastify@4 fast-check@3 @types/express@4 @types/node@22 >/dev/null
cat >use.ts <<'TS'
import express from 'express'
import * as fc from 'fast-check'
import Fastify from 'fastify'
import { signedDeliveries as expressDeliveries } from '@svc/signing/express'
import { signedDeliveries as fastifyDeliveries } from '@svc/signing/fastify'
import { arbitraries } from '@svc/testing/arbitraries'

const app = Fastify()
await app.register(fastifyDeliveries, { secret: 's', header: 'X-Hub-Signature-256' })
app.post('/', async (request) => [request.rawBody.length, request.delivery.id])
await app.ready()
await app.close()
express().post('/', expressDeliveries({ secret: 's' }), (req, res) => void res.json(req.rawBody.length))
fc.assert(fc.property(arbitraries.payment(), (payment) => typeof payment.id === 'string'))
TS
cat >tsconfig.json <<'JSON'
{ "compilerOptions": { "module": "nodenext", "target": "es2023", "lib": ["es2024"], "strict": true, "noEmit": true, "skipLibCheck": true, "types": ["node"] }, "files": ["use.ts"] }
JSON
"$root/node_modules/.bin/tsc" -p .
node use.ts
echo 'the packages work beside Express 4, Fastify 4 and fast-check 3'
