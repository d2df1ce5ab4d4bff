import ts from 'typescript'
import type { NamedChange } from './named.ts'

/** One small change of a file. */
export interface Mutant {
  /** Where and what, for people: stays the same while the line does. */
  name: string
  /** What is changed, as places in the text. */
  from: number
  end: number
  /** What stands there instead. */
  to: string
  /** Whether it is a statement, else an expression. */
  statement: boolean
}

const swapped: Partial<Record<ts.SyntaxKind, string>> = {
  [ts.SyntaxKind.LessThanToken]: '<=',
  [ts.SyntaxKind.LessThanEqualsToken]: '<',
  [ts.SyntaxKind.GreaterThanToken]: '>=',
  [ts.SyntaxKind.GreaterThanEqualsToken]: '>',
  [ts.SyntaxKind.EqualsEqualsEqualsToken]: '!==',
  [ts.SyntaxKind.ExclamationEqualsEqualsToken]: '===',
  [ts.SyntaxKind.AmpersandAmpersandToken]: '||',
  [ts.SyntaxKind.BarBarToken]: '&&',
  [ts.SyntaxKind.QuestionQuestionToken]: '&&',
  [ts.SyntaxKind.PlusToken]: '-',
  [ts.SyntaxKind.MinusToken]: '+',
  [ts.SyntaxKind.AsteriskToken]: '/',
  [ts.SyntaxKind.SlashToken]: '*',
}

/**
 * Every small change of a file that its tests should notice: operators, conditions, numbers, booleans, and calls whose
 * result nobody uses. Types, imports and messages stay. So do the heads of loops: without an end, a test would have none
 * either. Queries lose their conditions. Outer changes come before those inside of them.
 *
 * @param named Further changes, each made at every expression that reads so.
 */
export function mutantsOf(fileName: string, text: string, named: readonly NamedChange[] = []): Mutant[] {
  const file = ts.createSourceFile(fileName, text, ts.ScriptTarget.Latest, true)
  const found: Mutant[] = []

  /** Names say the short change, from its `at` to its `until`; `to` is that of the whole `node`. */
  function change(node: ts.Node, to: string, part?: { at: ts.Node; until: ts.Node; to: string }): void {
    const at = (part?.at ?? node).getStart(file)
    const { line } = file.getLineAndCharacterOfPosition(at)
    const short = (code: string) => code.replaceAll(/\s+/g, ' ').slice(0, 80)
    const was = short(text.slice(at, (part?.until ?? node).end))
    found.push({
      name: `${fileName}:${line + 1} ${was} → ${short(part?.to ?? to) || 'nothing'}`,
      from: node.getStart(file),
      end: node.end,
      to,
      statement: ts.isExpressionStatement(node),
    })
  }

  function visit(node: ts.Node): void {
    if (ts.isTypeNode(node) || ts.isImportDeclaration(node) || ts.isTypeAliasDeclaration(node)) return
    if (ts.isInterfaceDeclaration(node) || ts.isThrowStatement(node)) return
    if (ts.isExpression(node) && isRead(node)) {
      for (const [was, to] of named) if (node.getText(file) === was) change(node, to)
    }
    if (isCondition(node)) {
      const { expression: query, name } = node.expression
      change(node, query.getText(file), { at: name, until: node, to: '' })
    }
    if (ts.isBinaryExpression(node)) {
      const to = swapped[node.operatorToken.kind]
      // A text that is put together is no sum.
      if (to && !ts.isStringLiteralLike(node.left) && !ts.isStringLiteralLike(node.right)) {
        const whole = `(${node.left.getText(file)}) ${to} (${node.right.getText(file)})`
        change(node, whole, { at: node.operatorToken, until: node.operatorToken, to })
      }
    } else if (ts.isIfStatement(node)) {
      change(node.expression, 'false')
    } else if (ts.isConditionalExpression(node)) {
      change(node.condition, `!(${node.condition.getText(file)})`)
    } else if (ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.ExclamationToken) {
      change(node, node.operand.getText(file))
    } else if (node.kind === ts.SyntaxKind.TrueKeyword) {
      if (!isName(node)) change(node, 'false')
    } else if (node.kind === ts.SyntaxKind.FalseKeyword) {
      change(node, 'true')
    } else if (
      ts.isNumericLiteral(node) &&
      !(ts.isPropertyAssignment(node.parent) && node.parent.name === node)
    ) {
      change(node, `(${node.text} + 1)`)
    } else if (ts.isExpressionStatement(node) && isCall(node.expression)) {
      change(node, '')
    }
    if (ts.isForStatement(node) || ts.isWhileStatement(node) || ts.isDoStatement(node)) visit(node.statement)
    else ts.forEachChild(node, visit)
  }

  visit(file)
  for (const [was, to] of named) {
    const gone = !found.some((mutant) => mutant.to === to && text.slice(mutant.from, mutant.end) === was)
    if (gone) throw new Error(`${fileName} has no ${was} any more: bring named.ts up to date`)
  }
  return found
}

function isCall(node: ts.Expression): boolean {
  if (ts.isAwaitExpression(node) || ts.isVoidExpression(node)) return isCall(node.expression)
  return ts.isCallExpression(node) && node.expression.kind !== ts.SyntaxKind.SuperKeyword
}

/** `query.where(…)`, which is as good a query without. */
function isCondition(node: ts.Node): node is ts.CallExpression & { expression: ts.PropertyAccessExpression } {
  return (
    ts.isCallExpression(node) &&
    ts.isPropertyAccessExpression(node.expression) &&
    /^where(Ref)?$/.test(node.expression.name.text)
  )
}

/** Not the name of something that is declared, nor of a property. */
function isRead(node: ts.Expression): boolean {
  const { parent } = node
  if (ts.isPropertyAccessExpression(parent)) return parent.expression === node
  return !(ts.isIdentifier(node) && 'name' in parent && parent.name === node)
}

/** In `{ a: true, b: true }`, which is a set of names: whatever stands beside them, they are in it. */
function isName(node: ts.Node): boolean {
  const object = node.parent.parent
  return (
    ts.isPropertyAssignment(node.parent) &&
    ts.isObjectLiteralExpression(object) &&
    object.properties.length > 1 &&
    object.properties.every(
      (one) =>
        ts.isSpreadAssignment(one) ||
        (ts.isPropertyAssignment(one) && one.initializer.kind === ts.SyntaxKind.TrueKeyword),
    )
  )
}
