import { expect, it } from 'vitest'
import { withSiteLinks } from '../src/links.ts'

const targets = {
  pageOf: (file: string) =>
    ({ 'docs/api.md': 'api', 'packages/client/README.md': 'packages/client' })[file as 'docs/api.md'],
  imageOf: (file: string) => `/${file}`,
  sourceOf: (file: string) => `https://code.test/${file}`,
}

it.each([
  ['[the API](../api.md#d5-idempotency)', '[the API](/api#d5-idempotency)'],
  ['[`@svc/client`](../../packages/client)', '[`@svc/client`](/packages/client)'],
  ['[source](../../apps/sandbox/src/index.ts)', '[source](https://code.test/apps/sandbox/src/index.ts)'],
  ['![a picture](../dashboard/home.png)', '![a picture](/docs/dashboard/home.png)'],
  ['[here](#below) [there](https://example.com/a.md)', '[here](#below) [there](https://example.com/a.md)'],
  ['text\n\n<!-- run\nprints: x\n-->\n```sh\na\n```', 'text\n\n```sh\na\n```'],
  ['```ts\nconst a = b[c](../api.md)\n```', '```ts\nconst a = b[c](../api.md)\n```'],
])('%j', (written, onTheSite) => {
  expect(withSiteLinks(written, 'docs/guides/payments.md', targets)).toBe(onTheSite)
})
