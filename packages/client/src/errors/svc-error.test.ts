import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import * as errors from './index.ts'

type ErrorClass = new (...given: never[]) => Error
const classes = Object.values(errors) as unknown as ErrorClass[]
const made = (Class: ErrorClass) =>
  Object.assign(Object.create(Class.prototype as object) as Error, { code: 'x' })

/** Another copy of the package: other classes of the same names, one above the other as here. */
const copies = new Map<unknown, ErrorClass>()
const copyOf = (Class: ErrorClass): ErrorClass => {
  const known = copies.get(Class)
  if (known) return known
  const parent = Object.getPrototypeOf(Class) as ErrorClass
  const Base = classes.includes(parent) ? copyOf(parent) : Error
  class Copy extends Base {}
  for (const key of Reflect.ownKeys(Class.prototype as object)) {
    if (key !== 'constructor') Reflect.set(Copy.prototype, key, Reflect.get(Class.prototype as object, key))
  }
  copies.set(Class, Copy)
  return Copy
}

it('an error of another copy of the package is of the classes that it would be of in this one', () => {
  for (const Class of classes) {
    for (const other of classes) {
      expect(made(copyOf(Class)) instanceof other, `${Class.name} of a copy as ${other.name}`).toBe(
        made(Class) instanceof other,
      )
    }
  }
  expect(made(errors.NotFoundError) instanceof errors.ApiError).toBe(true)
  expect(made(errors.ApiError) instanceof errors.NotFoundError).toBe(false)
})

it('a class of the caller that extends one has instances of its own alone', () => {
  class Mine extends errors.ApiError {}
  expect(made(Mine) instanceof Mine).toBe(true)
  expect(made(Mine) instanceof errors.ApiError).toBe(true)
  expect(made(errors.ApiError) instanceof Mine).toBe(false)
  expect(made(copyOf(errors.ApiError)) instanceof Mine).toBe(false)
})

it('nothing else is an error of this package, and asking does not throw', () => {
  const named = ['SvcError', 'ApiError', 'TimeoutError'].map((name) =>
    Object.assign(new Error('x'), { name }),
  )
  for (const value of [...named, errors.SvcError.prototype, new DOMException('x', 'TimeoutError')]) {
    expect(value instanceof errors.SvcError).toBe(false)
  }
  fc.assert(
    fc.property(fc.anything({ withNullPrototype: true }), (value) => {
      expect(classes.some((Class) => value instanceof Class)).toBe(false)
    }),
  )
})
