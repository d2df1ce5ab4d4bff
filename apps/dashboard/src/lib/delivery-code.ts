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

/**
 * Whole receivers that verify deliveries over the raw bytes of their body, comparing in constant time: copied into a file
 * each runs as its first line says.
 */
export const verifyCode: readonly { language: string; file: string; code: string }[] = [
  {
    language: 'Node',
    file: 'receiver.mjs',
    code: `// SIGNING_SECRET=whsec_… node receiver.mjs
import { createServer } from 'node:http'
import { verify } from '@svc/signing'

createServer(async (request, response) => {
  // The bytes as they came, before any parser.
  const rawBody = Buffer.concat(await request.toArray())
  if (!verify(rawBody, request.headers['x-svc-signature'], process.env.SIGNING_SECRET)) {
    response.writeHead(401).end()
    return
  }
  const event = JSON.parse(rawBody)
  console.log(event.type, event.id)
  response.writeHead(204).end()
}).listen(process.env.PORT ?? 4020)`,
  },
  {
    language: 'Python',
    file: 'receiver.py',
    code: `# SIGNING_SECRET=whsec_… python3 receiver.py
import hashlib, hmac, json, os
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

def is_genuine(raw_body: bytes, header: str | None) -> bool:
    secret = os.environ["SIGNING_SECRET"].encode()
    expected = "sha256=" + hmac.new(secret, raw_body, hashlib.sha256).hexdigest()
    return hmac.compare_digest(expected.encode(), (header or "").encode())

class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        # The bytes as they came, before any parser. Flask: request.get_data(), Django: request.body
        raw_body = self.rfile.read(int(self.headers["Content-Length"]))
        genuine = is_genuine(raw_body, self.headers["X-SVC-Signature"])
        if genuine:
            event = json.loads(raw_body)
            print(event["type"], event["id"], flush=True)
        self.send_response(204 if genuine else 401)
        self.end_headers()

ThreadingHTTPServer(("127.0.0.1", int(os.environ.get("PORT", "4020"))), Receiver).serve_forever()`,
  },
  {
    language: 'Go',
    file: 'receiver.go',
    code: `// SIGNING_SECRET=whsec_… go run receiver.go
package main

import (
	"cmp"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"net/http"
	"os"
)

func isGenuine(rawBody []byte, header string) bool {
	mac := hmac.New(sha256.New, []byte(os.Getenv("SIGNING_SECRET")))
	mac.Write(rawBody)
	expected := "sha256=" + hex.EncodeToString(mac.Sum(nil))
	return hmac.Equal([]byte(expected), []byte(header))
}

func receive(w http.ResponseWriter, r *http.Request) {
	// The bytes as they came, before any decoder.
	rawBody, err := io.ReadAll(r.Body)
	if err != nil || !isGenuine(rawBody, r.Header.Get("X-SVC-Signature")) {
		w.WriteHeader(http.StatusUnauthorized)
		return
	}
	var event struct{ ID, Type string }
	if err := json.Unmarshal(rawBody, &event); err != nil {
		w.WriteHeader(http.StatusBadRequest)
		return
	}
	fmt.Println(event.Type, event.ID)
	w.WriteHeader(http.StatusNoContent)
}

func main() {
	log.Fatal(http.ListenAndServe("127.0.0.1:"+cmp.Or(os.Getenv("PORT"), "4020"), http.HandlerFunc(receive)))
}`,
  },
  {
    language: 'PHP',
    file: 'receiver.php',
    code: `<?php
// SIGNING_SECRET=whsec_… php -S 127.0.0.1:4020 receiver.php
// The bytes as they came, before any parser. Laravel: $request->getContent()
$rawBody = file_get_contents('php://input');
$expected = 'sha256=' . hash_hmac('sha256', $rawBody, getenv('SIGNING_SECRET'));
if (!hash_equals($expected, $_SERVER['HTTP_X_SVC_SIGNATURE'] ?? '')) {
    http_response_code(401);
    exit;
}
$event = json_decode($rawBody, true);
error_log($event['type'] . ' ' . $event['id']);
http_response_code(204);`,
  },
]
