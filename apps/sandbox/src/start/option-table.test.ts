import { readFileSync } from 'node:fs'
import { describe, expect, expectTypeOf, it } from 'vitest'
import type { Kind } from './option-kinds.ts'
import { optionTable } from './option-table.ts'
import { type Entry, isMade, listOptions, type Option } from './option.ts'
import type { SandboxOptions } from './options.ts'

const options = listOptions(optionTable).map(({ path, option }) => ({ name: path.join('.'), option }))

/** What the table takes, as a type. */
type Taken<T> = { [Name in keyof T]?: ValueOf<T[Name]> | undefined }

type ValueOf<T> = T extends { kind: Kind<infer Value> }
  ? Value
  : T extends { members: infer Members }
    ? MembersOf<T, Members> | (T extends { or: Kind<infer Value> } ? Value : never)
    : never

type MembersOf<T, Members> = T extends { whole: true }
  ? { [Name in keyof Members]: ValueOf<Members[Name]> }
  : Taken<Members>

describe('the table of options', () => {
  it.each(options)('$name has help, a check, and a default that passes it', ({ option }) => {
    expect(option.help).toMatch(/^\S.*[^.]$/)
    expect(option.kind.words).not.toBe('')
    const { default: preset, serve } = option
    if (isMade(preset)) expect(preset.made).not.toBe('')
    else expect(option.kind.accepts(preset)).toBe(true)
    if (serve !== undefined) expect(option.kind.accepts(serve)).toBe(true)
  })

  it('takes exactly what the documented interface says', () => {
    expectTypeOf<Taken<typeof optionTable>['logger']>().toExtend<SandboxOptions['logger']>()
    // A level is a string to the compiler, so that one that was read from somewhere will do; the check has the names.
    type Documented = Omit<SandboxOptions, 'logger'>
    expectTypeOf<Omit<Taken<typeof optionTable>, 'logger'>>().toExtend<Documented>()
    expectTypeOf<Documented>().toExtend<Omit<Taken<typeof optionTable>, 'logger'>>()
  })

  it('has the defaults that the interface documents', () => {
    const source = readFileSync(new URL('options.ts', import.meta.url), 'utf8')
    for (const [name, entry] of Object.entries<Entry>(optionTable)) {
      const [, doc = ''] = new RegExp(String.raw`/\*\*((?:(?!\*/)[^])*)\*/\s+${name}\?:`).exec(source) ?? []
      expect(doc, `${name} is documented with its default`).toContain('@default ')
      if ('members' in entry || isMade(entry.default)) continue
      const [, written = ''] = /@default ([^\s*]+)/.exec(doc) ?? []
      expect(`${name}: ${written.replaceAll(/[',_]/g, '')}`).toBe(`${name}: ${String(entry.default)}`)
    }
  })

  it('agrees with the flags and defaults in docs/operations.md', () => {
    const document = readFileSync(new URL('../../../../docs/operations.md', import.meta.url), 'utf8')
    const rows = [...document.matchAll(/^\| (`--[^|]+) \| ([^|]+) \|/gm)]
    expect(rows.length).toBeGreaterThan(10)
    const flags = new Map(
      options.flatMap(({ option }) => {
        const { flag } = option
        return flag ? [[flag.form.split(' ')[0], option] as const] : []
      }),
    )
    for (const [, named = '', shown = ''] of rows) {
      for (const [, flag = ''] of named.matchAll(/`(--[a-z-]+)`/g)) {
        const option = flags.get(flag)
        expect(option, `${flag} is a flag of serve`).toBeDefined()
        if (option) expect(`${flag}: ${shown}`).toContain(shownDefault(option))
      }
    }
  })
})

/** A default as the document shows it: in the unit of its flag, `on` or `off`. */
function shownDefault(option: Option<unknown>): string {
  const preset = option.serve ?? option.default
  if (typeof preset === 'boolean') return preset ? 'on' : 'off'
  return String(typeof preset === 'number' ? preset / (option.flag?.unit ?? 1) : preset)
}
