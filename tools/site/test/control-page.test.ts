import { controlOpenapi } from '@svc/control'
import { expect, it } from 'vitest'
import { controlPage, type OpenApi } from '../src/control-page.ts'

it('has every call of the control API, with its fields', () => {
  const document = controlOpenapi({ serverUrl: 'http://127.0.0.1:4010' }) as unknown as OpenApi
  const page = controlPage(document)
  const calls = Object.values(document.paths).flatMap((methods) => Object.keys(methods))
  expect(calls.length).toBeGreaterThan(30)
  expect(page.match(/^## (GET|POST|PUT|PATCH|DELETE) \/sandbox/gm)).toHaveLength(calls.length)
  expect(page).toMatch(/## POST \/sandbox\/clock\/advance\n[\s\S]*?\| `seconds` \|/)
})
