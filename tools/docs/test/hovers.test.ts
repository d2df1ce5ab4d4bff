import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const libraries = ['models', 'control', 'client', 'testing', 'signing', 'conformance']
const entries = [...libraries.map((name) => `packages/${name}`), 'apps/sandbox'].map(
  (folder) => `${root}${folder}/src/index.ts`,
)

/** What somebody types who uses the packages; each line is looked at where `⟨` stands, which is taken out. */
const typed = `
import { SvcClient } from '@svc/client'
import { connectSandbox } from '@svc/control'
import { parseEvent } from '@svc/models'
import { openInbox } from '@svc/testing'
const svc = new SvcClient({ ⟨apiKey: 'key', ⟨baseUrl: 'http://127.0.0.1:4010' })
const control = connectSandbox()
const inbox = await openInbox({ ⟨respond: 'hang' })
const ⟨page = await svc.bookings.list()
const [⟨booking] = page.results
booking?.⟨guest
booking?.stay_dates[0]?.⟨amount
const ⟨payment = await svc.payments.create({ ⟨amount: '1', ⟨paymentMethod: 'Cash', type: 'income' })
payment.⟨amount
const ⟨clock = await control.clock.⟨advance(60)
clock.⟨offset_seconds
const ⟨due = await control.clock.due()
due[0]?.⟨at
const ⟨deliveries = await control.deliveries.⟨list({ ⟨status: 'dead' })
const ⟨delivery = deliveries.results[0]
delivery?.⟨attempt_log
delivery?.attempt_log[0]?.⟨duration_ms
const ⟨fault = await control.faults.add({ ⟨when: 'after', ⟨action: { type: 'reset' }, ⟨times: 1 })
const ⟨insights = await control.insights({ ⟨minutes: 5 })
insights.⟨spans
const { ⟨event } = await inbox.next('payment.created')
event?.⟨data
event?.data.⟨paymentMethod
const parsed = parseEvent({})
if (parsed.type === 'booking.cancelled') parsed.data.⟨bookingId
`

const options: ts.CompilerOptions = {
  module: ts.ModuleKind.NodeNext,
  target: ts.ScriptTarget.ESNext,
  allowImportingTsExtensions: true,
  noEmit: true,
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  skipLibCheck: true,
  customConditions: ['@svc/source'],
  types: ['node'],
}

/** The files as an editor has them, with one more that is being typed. */
function openEditor(text: string) {
  const file = `${root}tools/docs/test/typed.ts`
  const service = ts.createLanguageService({
    getScriptFileNames: () => [...entries, file],
    getScriptVersion: () => '1',
    getScriptSnapshot: (name) => {
      const content = name === file ? text : ts.sys.readFile(name)
      return content === undefined ? undefined : ts.ScriptSnapshot.fromString(content)
    },
    getCurrentDirectory: () => root,
    getCompilationSettings: () => options,
    getDefaultLibFileName: ts.getDefaultLibFilePath,
    fileExists: (name) => name === file || ts.sys.fileExists(name),
    readFile: ts.sys.readFile,
    readDirectory: ts.sys.readDirectory,
    directoryExists: ts.sys.directoryExists,
    getDirectories: ts.sys.getDirectories,
  })
  return { file, service, program: service.getProgram() as ts.Program }
}

const marks: { at: number; line: string }[] = []
let plain = ''
for (const line of typed.split('\n')) {
  const parts = line.split('⟨')
  const name = line.replaceAll('⟨', '')
  parts.forEach((part, index) => {
    if (index > 0) marks.push({ at: plain.length, line: `${name} · ${/^\w+/.exec(part)?.[0]}` })
    plain += part
  })
  plain += '\n'
}

const { file, service, program } = openEditor(plain)

describe('what an editor shows', () => {
  it('is typed without a mistake', () => {
    const mistakes = service.getSemanticDiagnostics(file)
    expect(mistakes.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'))).toEqual([])
  })

  it.each(marks.map(({ line, at }) => [line, at] as const))(
    'of %s is short, and says what a field is',
    (_, at) => {
      const { kind, displayParts, documentation } = service.getQuickInfoAtPosition(file, at) ?? {}
      const shown = ts.displayPartsToString(displayParts)
      // Names of types, and not what they are made of.
      expect(shown.split('\n').length).toBeLessThan(4)
      expect(shown.length).toBeLessThan(240)
      expect(shown).not.toMatch(/Named<|ZodMini|z\.core/)
      const isField = kind === ts.ScriptElementKind.memberVariableElement || shown.startsWith('(property)')
      if (isField || shown.startsWith('(method)')) {
        expect(ts.displayPartsToString(documentation).length).toBeGreaterThan(5)
      }
    },
  )

  it('names the type that was wanted where another one is given', () => {
    const { file: wrong, service: other } = openEditor(`
      import type { BookingPage } from '@svc/models'
      export const page: BookingPage = { results: [{ guest: 1 }], total_count: 0, total_pages: 0, current_page: 1 }
    `)
    const [mistake] = other.getSemanticDiagnostics(wrong)
    const words = ts.flattenDiagnosticMessageText(mistake?.messageText, '\n')
    expect(words).toContain("'Guest'")
    expect(words.length).toBeLessThan(200)
  })
})

const checker = program.getTypeChecker()
const ours = (symbol: ts.Symbol): boolean =>
  symbol.declarations?.some((one) => !one.getSourceFile().fileName.includes('node_modules')) ?? false

/** Every public field of the types that an entry exports, with what an editor says of it. */
function fieldsOf(entry: string): Record<string, string> {
  const source = program.getSourceFile(entry)
  const module = source && checker.getSymbolAtLocation(source)
  const found: Record<string, string> = {}
  const seen = new Set<ts.Type>()
  function visit(type: ts.Type, path: string): void {
    if (seen.has(type)) return
    seen.add(type)
    if (type.isUnionOrIntersection()) for (const part of type.types) visit(part, path)
    if (!(type.flags & ts.TypeFlags.Object)) return
    if (checker.isArrayType(type)) {
      for (const item of checker.getTypeArguments(type as ts.TypeReference)) visit(item, `${path}[]`)
      return
    }
    for (const field of type.getProperties()) {
      const declared = field.valueDeclaration ?? field.declarations?.[0]
      // Of an error everybody knows the name; what begins with # or is a symbol nobody can name.
      const isHidden = field.name.startsWith('#') || field.name.startsWith('__')
      if (!declared || !ours(field) || isHidden || (field.name === 'name' && /Error|Unusable/.test(path)))
        continue
      found[`${path}.${field.name}`] = ts.displayPartsToString(field.getDocumentationComment(checker))
      visit(checker.getTypeOfSymbolAtLocation(field, declared), `${path}.${field.name}`)
    }
  }
  for (const exported of module ? checker.getExportsOfModule(module) : []) {
    const symbol = exported.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(exported) : exported
    const isType = symbol.flags & (ts.SymbolFlags.TypeAlias | ts.SymbolFlags.Interface | ts.SymbolFlags.Class)
    if (isType && ours(symbol)) visit(checker.getDeclaredTypeOfSymbol(symbol), exported.name)
  }
  return found
}

describe('every field of every exported type says what it is', () => {
  it.each(entries.map((entry) => [entry.slice(root.length).replace('/src/index.ts', ''), entry] as const))(
    'of %s',
    (_, entry) => {
      const found = fieldsOf(entry)
      expect(Object.keys(found).length).toBeGreaterThan(20)
      expect(
        Object.entries(found)
          .filter(([, text]) => text === '')
          .map(([name]) => name),
      ).toEqual([])
    },
  )

  it('with units and examples', () => {
    const found = { ...fieldsOf(entries[0] ?? ''), ...fieldsOf(entries[1] ?? '') }
    expect(found['Booking.total']).toContain('52000 is 520.00')
    expect(found['Attempt.duration_ms']).toContain('Milliseconds of real time')
    expect(found['PaymentData.amount']).toContain('"120.5000"')
  })
})
