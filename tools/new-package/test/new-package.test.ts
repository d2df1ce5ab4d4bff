import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { newPackage, NewPackageError } from '../src/new-package.ts'

// That what it writes passes every check of the house is seen by tools/ci/new-package.sh, in a clone.

const repository = fileURLToPath(new URL('../../..', import.meta.url))
let root: string

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'svc-new-package-'))
  for (const file of ['LICENSE', 'tools/walls/src/table.ts', 'tools/walls/test/walls.test.ts']) {
    mkdirSync(dirname(join(root, file)), { recursive: true })
    copyFileSync(join(repository, file), join(root, file))
  }
})
afterEach(() => rmSync(root, { recursive: true }))

const read = (path: string) => readFileSync(join(root, path), 'utf8')

describe('newPackage', () => {
  it('writes a package in the form of the others', () => {
    newPackage(root, 'door-locks', 'Codes for door locks')
    const made = JSON.parse(read('packages/door-locks/package.json'))
    const model = JSON.parse(readFileSync(join(repository, 'packages/models/package.json'), 'utf8'))
    expect(made.exports['.']).toEqual(model.exports['.'])
    expect(made.scripts).toMatchObject({ build: 'tsup', typecheck: 'tsc --noEmit', test: 'vitest run' })
    expect(made).toMatchObject({
      name: '@svc/door-locks',
      description: 'Codes for door locks',
      license: 'MIT',
    })
    for (const key of ['license', 'files', 'type', 'sideEffects', 'publishConfig']) {
      expect([key, made[key]]).toEqual([key, model[key]])
    }
    expect(read('packages/door-locks/src/index.ts')).toContain('doorLocks')
    expect(read('packages/door-locks/LICENSE')).toBe(read('LICENSE'))
  })

  it('enters it into the walls, where it may import nothing, and into the change log', () => {
    newPackage(root, 'door-locks', 'Codes for door locks')
    expect(read('tools/walls/src/table.ts')).toContain(
      `folder: 'packages/door-locks', layer: 'foundation', may: []`,
    )
    expect(read('tools/walls/test/walls.test.ts')).toContain(`'packages/door-locks': [],`)
    expect(read('.changeset/new-door-locks.md')).toContain(`'@svc/door-locks': minor`)
  })

  it.each(['Door', 'door_locks', '../door', 'door-', ''])(
    'refuses the name %j and writes nothing',
    (name) => {
      expect(() => newPackage(root, name, 'x')).toThrow(NewPackageError)
      expect(existsSync(join(root, 'packages'))).toBe(false)
    },
  )

  it('refuses a name that is taken', () => {
    newPackage(root, 'door', 'x')
    expect(() => newPackage(root, 'door', 'x')).toThrow(/packages\/door is there already/)
  })
})
