import { expect, it } from 'vitest'
import { isJson } from './content-type.ts'

it.each([
  'application/json',
  'Application/JSON; charset=UTF-8',
  ' application/json ;charset = "utf8" ; ',
  `application/json${'\t'.repeat(15_000)}`,
  `application/json;${'\t'.repeat(15_000)}charset=utf-8`,
])('takes %j as JSON', (type) => {
  expect(isJson(type)).toBe(true)
})

it.each([
  '',
  'text/plain',
  'application/jsonx',
  'application/json; charset=latin1',
  'application/json; charset="utf-8',
  'application/json, application/json',
  `application/json${'\t'.repeat(15_000)}x`,
  `application/json; charset${'\t'.repeat(15_000)}x`,
])('does not take %j', (type) => {
  expect(isJson(type)).toBe(false)
})
