import { expect, it } from 'vitest'
import { createTargets } from './target.ts'

it('takes a URL apart, once', () => {
  const targetOf = createTargets()
  const target = targetOf('https://a.example:8443/hooks/1?x=%20y#part')
  expect(target).toEqual({
    origin: 'https://a.example:8443',
    host: 'a.example:8443',
    path: '/hooks/1?x=%20y',
    secure: true,
  })
  expect(targetOf('https://a.example:8443/hooks/1?x=%20y#part')).toBe(target)
  expect(targetOf('http://[::1]/')).toEqual({
    origin: 'http://[::1]',
    host: '[::1]',
    path: '/',
    secure: false,
  })
})

it('remembers a thousand', () => {
  const targetOf = createTargets()
  const first = targetOf('http://a.example/0')
  for (let path = 1; path < 1_000; path += 1) targetOf(`http://a.example/${path}`)
  expect(targetOf('http://a.example/0')).toBe(first)
  targetOf('http://a.example/1000')
  expect(targetOf('http://a.example/0')).not.toBe(first)
})

it('throws for what is no URL', () => {
  expect(() => createTargets()('a.example')).toThrow(TypeError)
})
