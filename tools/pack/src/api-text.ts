import ts from 'typescript'

/** What an entry of a package exports, as text that a reviewer can read: one block a name, in the order of names. */
export interface EntryApi {
  text: string
  /** Types of this repository that signatures name, and that no entry of the package exports. */
  forgotten: string[]
}

/**
 * Reads the published types of one package.
 *
 * @param entries paths of `.d.ts` files by the names of the entries
 */
export function apiTexts(entries: Readonly<Record<string, string>>): Record<string, EntryApi> {
  const program = ts.createProgram(Object.values(entries), {
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    target: ts.ScriptTarget.ES2023,
    lib: ['lib.es2024.d.ts', 'lib.esnext.disposable.d.ts'],
    types: ['node'],
    skipLibCheck: true,
  })
  const checker = program.getTypeChecker()
  const exportsOf = (path: string): ts.Symbol[] => {
    const file = program.getSourceFile(path)
    const module = file && checker.getSymbolAtLocation(file)
    if (!module) throw new Error(`${path} is no module: was it built?`)
    return checker.getExportsOfModule(module).toSorted((a, b) => (a.name < b.name ? -1 : 1))
  }
  const target = (symbol: ts.Symbol): ts.Symbol =>
    symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol
  const exported = new Set(Object.values(entries).flatMap((path) => exportsOf(path).map(target)))

  return Object.fromEntries(
    Object.entries(entries).map(([entry, path]) => {
      const forgotten = new Set<string>()
      const blocks = exportsOf(path).map((symbol) => {
        const declarations = target(symbol).declarations ?? []
        for (const declaration of declarations) noteForgotten(declaration, forgotten)
        const outside = declarations.length > 0 && declarations.every(isOutside)
        const lines = outside
          ? [`export { ${symbol.name} } from '${packageOf(declarations[0])}'`]
          : declarations.map((declaration) => print(symbol.name, declaration))
        return [...deprecation(symbol), ...lines].join('\n')
      })
      return [
        entry,
        { text: `${blocks.map(sortedEnums).join('\n\n')}\n`, forgotten: [...forgotten].toSorted() },
      ]
    }),
  )

  function noteForgotten(declaration: ts.Declaration, found: Set<string>): void {
    if (isOutside(declaration)) return
    const visit = (node: ts.Node): void => {
      // How a type is computed is nobody's to name either.
      if (ts.isConditionalTypeNode(node) || ts.isMappedTypeNode(node)) return
      // What is private is nobody's to name.
      if (
        ts.canHaveModifiers(node) &&
        node.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.PrivateKeyword)
      )
        return
      const named = ts.isTypeReferenceNode(node)
        ? node.typeName
        : ts.isExpressionWithTypeArguments(node)
          ? node.expression
          : undefined
      const symbol = named && checker.getSymbolAtLocation(named)
      if (symbol) {
        const meant = target(symbol)
        // A member of an enum that stays inside makes a type on purpose that only its own name stands for.
        const unnamed = ts.SymbolFlags.TypeParameter | ts.SymbolFlags.EnumMember
        const ours = meant.declarations?.every(isOurs) && !(meant.flags & unnamed)
        if (ours && !exported.has(meant)) found.add(meant.name)
      }
      ts.forEachChild(node, visit)
    }
    visit(declaration)
  }

  function deprecation(symbol: ts.Symbol): string[] {
    const tag = target(symbol)
      .getJsDocTags(checker)
      .some(({ name }) => name === 'deprecated')
    return tag ? ['/** @deprecated */'] : []
  }
}

const printer = ts.createPrinter({ removeComments: true })

function print(name: string, declaration: ts.Declaration): string {
  const file = declaration.getSourceFile()
  const node = ts.isVariableDeclaration(declaration) ? declaration.parent.parent : declaration
  const printed = printer.printNode(ts.EmitHint.Unspecified, node, file).replace(/^(export )?(declare )?/, '')
  // Names within a bundle of types may be others than those that are exported, and numbered.
  return `${declaration.kind === ts.SyntaxKind.VariableDeclaration || printed.includes(name) ? '' : `${name}: `}${printed}`
}

const fileOf = (declaration: ts.Declaration | undefined): string =>
  declaration?.getSourceFile().fileName ?? ''
// Packages of the repository are links: what they lead to is the folder itself.
const isOurs = (declaration: ts.Declaration): boolean => !fileOf(declaration).includes('/node_modules/')
let current = ''
const isOutside = (declaration: ts.Declaration): boolean => !fileOf(declaration).startsWith(current)

function packageOf(declaration: ts.Declaration | undefined): string {
  const path = fileOf(declaration)
  const [, installed] = /\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path) ?? []
  const [, own] = /.*\/(?:packages|apps)\/([^/]+)\/(?:dist|src)\//.exec(path) ?? []
  return installed ?? `@svc/${own}`
}

/** Says in which folder the types of the package itself lie. */
export function readFrom(folder: string): void {
  current = folder
}

/** The same text with the members of each enum in order: the compiler writes them as it has met them, in each build anew. */
function sortedEnums(text: string): string {
  return text.replaceAll(
    /(ZodMiniEnum<\{\n)([^}]*)(\n\s*\}>)/g,
    (_, head: string, members: string, end: string) => head + members.split('\n').toSorted().join('\n') + end,
  )
}
