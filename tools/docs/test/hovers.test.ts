import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { expect, it } from 'vitest'

const models = fileURLToPath(new URL('../../../packages/models/src/index.ts', import.meta.url))

/** What an editor shows for each field of a type of `@svc/models`. */
function hovers(names: readonly string[]): Record<string, string> {
  const program = ts.createProgram([models], {
    module: ts.ModuleKind.NodeNext,
    target: ts.ScriptTarget.ESNext,
    allowImportingTsExtensions: true,
    noEmit: true,
    strict: true,
    skipLibCheck: true,
  })
  const checker = program.getTypeChecker()
  const file = program.getSourceFile(models)
  const module = file && checker.getSymbolAtLocation(file)
  const exported = new Map(
    module && checker.getExportsOfModule(module).map((symbol) => [symbol.name, symbol]),
  )
  const found: Record<string, string> = {}
  for (const name of names) {
    const symbol = exported.get(name)
    if (!symbol) throw new Error(`@svc/models exports no ${name}`)
    const { flags } = symbol
    const type = checker.getDeclaredTypeOfSymbol(
      flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol,
    )
    for (const field of type.getProperties()) {
      found[`${name}.${field.name}`] = ts.displayPartsToString(field.getDocumentationComment(checker))
    }
  }
  return found
}

it('every field of every resource says on hover what it is', () => {
  const names = [
    'Booking',
    'Guest',
    'StayDate',
    'BookingPage',
    'Payment',
    'WebhookEndpoint',
    'CreatedWebhookEndpoint',
    'Delivery',
  ]
  const found = hovers(names)
  expect(Object.keys(found).length).toBeGreaterThan(45)
  expect(Object.entries(found).filter(([, text]) => text === '')).toEqual([])
  expect(found['Booking.total']).toContain('52000 is 520.00')
}, 120_000)
