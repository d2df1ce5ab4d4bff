import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { drawHouse, withPicture } from '../src/picture.ts'
import { repository } from './small-house.ts'

it('the picture in docs/design.md is that of today (npm run picture)', () => {
  const document = readFileSync(join(repository, 'docs/design.md'), 'utf8')
  expect(document).toBe(withPicture(document, drawHouse(repository)))
})

it('the picture shows what the source imports, and dotted what tests alone do', () => {
  const picture = drawHouse(repository)
  expect(picture).toContain('client --> models')
  expect(picture).toContain('receiver -.-> testing')
  expect(picture).not.toContain('signing -->')
})
