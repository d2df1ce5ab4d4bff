#!/usr/bin/env bash
# Packs every published package and uses the tarballs as a stranger would: in an empty folder, without this repository.
set -euo pipefail
cd "$(dirname "$0")/../.."
root=$PWD
node_bin=$(npx node -p 'process.execPath')
work=$(mktemp -d)
server=
trap 'if [ -n "$server" ]; then kill "$server" 2>/dev/null || true; fi; rm -rf "$work"' EXIT
mkdir "$work/tarballs" "$work/alone" "$work/all"
for project in packages/* apps/sandbox; do
  (cd "$project" && npm pack --pack-destination "$work/tarballs" >/dev/null)
done
export PATH="$(dirname "$node_bin"):$PATH"

# The sandbox's tarball alone: it carries its own copies of what it needs of this repository.
cd "$work/alone"
echo '{"private":true}' >package.json
npm install --no-audit --no-fund "$work"/tarballs/svc-sandbox-*.tgz
npx svc-sandbox --version
npx svc-sandbox serve --database :memory: --port 0 --seed hostel --json >out.json &
server=$!
for _ in $(seq 1 100); do [ -s out.json ] && break; sleep 0.1; done
url=$(node -p 'JSON.parse(require("fs").readFileSync("out.json","utf8").split("\n")[0]).url')
key=$(node -p 'JSON.parse(require("fs").readFileSync("out.json","utf8").split("\n")[0]).apiKey')
node -e '
  const [url, key] = process.argv.slice(1)
  const get = async (path, headers) => (await fetch(url + path, { headers })).json()
  ;(async () => {
    const page = await get("/api/v1/client/bookings", { "X-API-Key": key })
    if (!(page.results.length > 0)) throw new Error("no bookings: " + JSON.stringify(page))
    const docs = await (await fetch(url + "/docs")).text()
    if (!docs.includes("<html")) throw new Error("no API reference")
  })()
' "$url" "$key"
kill -TERM "$server" && wait "$server"
server=

# The libraries together: ESM, CommonJS and types.
cd "$work/all"
echo '{"private":true,"type":"module"}' >package.json
npm install --no-audit --no-fund "$work"/tarballs/*.tgz
cat >use.mjs <<'JS'
import { SvcClient } from '@svc/client'
import { operations, openapi } from '@svc/models'
import { sign, verify } from '@svc/signing'
import * as web from '@svc/signing/web'
import { startSandbox } from '@svc/sandbox'
import { openInbox, makePayment } from '@svc/testing'
if (!verify('x', sign('x', 's'), 's') || !(await web.verify('x', sign('x', 's'), 's'))) throw new Error('signing')
if (Object.keys(openapi().paths).length === 0 || !operations.createPayment) throw new Error('models')
const sandbox = await startSandbox({ seed: 'empty' })
const inbox = await openInbox()
const svc = new SvcClient({ baseUrl: sandbox.url, apiKey: sandbox.apiKey })
const endpoint = await svc.webhooks.create({ url: inbox.url, events: ['payment.created'] })
const { amount, paymentMethod, type } = makePayment()
await svc.payments.create({ amount, paymentMethod: 'Cash', type: 'income' })
const delivery = await inbox.next('payment.created')
if (!verify(delivery.rawBody, delivery.headers['x-svc-signature'], endpoint.secret)) throw new Error('delivery')
await svc.close()
await inbox.close()
await sandbox.close()
JS
node use.mjs
cat >use.cjs <<'JS'
const { SvcClient } = require('@svc/client')
const { verify, sign } = require('@svc/signing')
const { normaliseAmount } = require('@svc/models')
const { makeBooking } = require('@svc/testing')
if (!verify('x', sign('x', 's'), 's') || normaliseAmount('1') !== '1.0000') throw new Error('cjs')
if (typeof SvcClient !== 'function' || !makeBooking().id) throw new Error('cjs')
JS
node use.cjs
npx svc-conformance --help >/dev/null
cd "$root"
