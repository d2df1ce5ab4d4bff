import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'

/** A regular expression in a source file. */
export interface FoundRegex {
  file: string
  /** As it is written; for one that is made at run time, the expression that makes it. */
  text: string
  source: string
  flags: string
  /** Made from something that is known only at run time, so nobody can check it here. */
  dynamic: boolean
}

/** Every regular expression of the files, literal or made by `RegExp`. */
export function readRegexes(root: string, files: readonly string[]): FoundRegex[] {
  return files.flatMap((file) => {
    const found: FoundRegex[] = []
    const tree = ts.createSourceFile(
      file,
      readFileSync(join(root, file), 'utf8'),
      ts.ScriptTarget.Latest,
      true,
    )
    const visit = (node: ts.Node): void => {
      const regex = regexOf(node)
      if (regex) found.push({ file, text: node.getText(tree), ...regex })
      ts.forEachChild(node, visit)
    }
    visit(tree)
    return found
  })
}

function regexOf(node: ts.Node): Pick<FoundRegex, 'source' | 'flags' | 'dynamic'> | undefined {
  if (ts.isRegularExpressionLiteral(node)) {
    const end = node.text.lastIndexOf('/')
    return { source: node.text.slice(1, end), flags: node.text.slice(end + 1), dynamic: false }
  }
  if (!ts.isNewExpression(node) && !ts.isCallExpression(node)) return undefined
  if (!ts.isIdentifier(node.expression) || node.expression.text !== 'RegExp') return undefined
  const [source, flags] = node.arguments ?? []
  const known = source && ts.isStringLiteralLike(source) && (!flags || ts.isStringLiteralLike(flags))
  if (!known) return { source: '', flags: '', dynamic: true }
  return {
    source: source.text,
    flags: flags && ts.isStringLiteralLike(flags) ? flags.text : '',
    dynamic: false,
  }
}
