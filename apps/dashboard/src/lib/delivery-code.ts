import type { AttemptWire, ControlDelivery } from '@svc/control'
import { curl, shellQuote } from './curl.ts'

type Sent = Pick<ControlDelivery, 'id' | 'event_type' | 'body' | 'endpoint_url'>

/** The command that sends a delivery as the service does. It signs with a secret that stays in a variable. */
export function deliveryCurl({ id, event_type, body, endpoint_url }: Sent): string {
  return [
    `body=${shellQuote(body)}`,
    `signature=$(printf %s "$body" | openssl dgst -sha256 -hmac "$SIGNING_SECRET" -r | cut -d' ' -f1)`,
    `curl -sS ${shellQuote(endpoint_url)} \\`,
    `  -H 'Content-Type: application/json' \\`,
    `  -H "X-SVC-Signature: sha256=$signature" \\`,
    `  -H ${shellQuote(`X-SVC-Event: ${event_type}`)} \\`,
    `  -H ${shellQuote(`X-SVC-Delivery: ${id}`)} \\`,
    `  --data-raw "$body"`,
  ].join('\n')
}

/** Headers that curl writes itself. */
const curls = new Set(['host', 'connection', 'content-length'])

/** The command that sends the very bytes of an attempt again, with the signature that it carried. */
export function wireCurl({ body }: Pick<Sent, 'body'>, { url, request_headers }: AttemptWire): string {
  const own = request_headers.filter(({ name }) => !curls.has(name.toLowerCase()))
  const headers = Object.fromEntries(own.map(({ name, value }) => [name, value]))
  return curl({ method: 'POST', url, headers, body })
}

/** A test that hands this very delivery to a receiver. */
export function deliveryTest({ body }: Sent): string {
  const event = JSON.stringify(JSON.parse(body), null, 2).replaceAll('\n', '\n  ')
  return [
    "import { signedDelivery } from '@svc/testing'",
    "import { expect, it } from 'vitest'",
    '',
    "it('takes this delivery', async () => {",
    `  const event = ${event}`,
    "  const { headers, body } = signedDelivery(event, { secret: process.env.SIGNING_SECRET ?? '' })",
    "  const answer = await fetch('http://localhost:4020/webhooks', { method: 'POST', headers, body })",
    '  expect(answer.ok).toBe(true)',
    '})',
  ].join('\n')
}

/** Code that verifies a delivery over the raw bytes of its body, comparing in constant time. */
export const verifyCode: readonly { language: string; code: string }[] = [
  {
    language: 'Node',
    code: `import { verify } from '@svc/signing'

// rawBody: the bytes as they came, before any parser
if (!verify(rawBody, request.headers['x-svc-signature'], process.env.SIGNING_SECRET)) {
  response.writeHead(401).end()
  return
}
const event = JSON.parse(rawBody)`,
  },
  {
    language: 'Python',
    code: `import hashlib, hmac, os

def is_genuine(raw_body: bytes, header: str | None) -> bool:
    secret = os.environ["SIGNING_SECRET"].encode()
    expected = "sha256=" + hmac.new(secret, raw_body, hashlib.sha256).hexdigest()
    return hmac.compare_digest(expected.encode(), (header or "").encode())

# Flask: is_genuine(request.get_data(), request.headers.get("X-SVC-Signature"))`,
  },
  {
    language: 'Go',
    code: `func isGenuine(rawBody []byte, header string) bool {
	mac := hmac.New(sha256.New, []byte(os.Getenv("SIGNING_SECRET")))
	mac.Write(rawBody)
	expected := "sha256=" + hex.EncodeToString(mac.Sum(nil))
	return hmac.Equal([]byte(expected), []byte(header))
}

// rawBody, err := io.ReadAll(r.Body); isGenuine(rawBody, r.Header.Get("X-SVC-Signature"))`,
  },
  {
    language: 'PHP',
    code: `<?php
$rawBody = file_get_contents('php://input');
$expected = 'sha256=' . hash_hmac('sha256', $rawBody, getenv('SIGNING_SECRET'));
if (!hash_equals($expected, $_SERVER['HTTP_X_SVC_SIGNATURE'] ?? '')) {
    http_response_code(401);
    exit;
}
$event = json_decode($rawBody, true);`,
  },
]
