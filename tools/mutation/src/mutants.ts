import ts from 'typescript'

/** One small change of a file. */
export interface Mutant {
  /** Where and what, for people: stays the same while the line does. */
  name: string
  /** The whole file with the change. */
  code: string
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
 * either.
 */
export function mutantsOf(fileName: string, text: string): Mutant[] {
  const file = ts.createSourceFile(fileName, text, ts.ScriptTarget.Latest, true)
  const found: Mutant[] = []

  function change(node: ts.Node, to: string): void {
    const from = node.getStart(file)
    const { line } = file.getLineAndCharacterOfPosition(from)
    const was = text.slice(from, node.end)
    const short = (code: string) => code.replaceAll(/\s+/g, ' ').slice(0, 80)
    found.push({
      name: `${fileName}:${line + 1} ${short(was)} → ${short(to) || 'nothing'}`,
      code: text.slice(0, from) + to + text.slice(node.end),
    })
  }

  function visit(node: ts.Node): void {
    if (ts.isTypeNode(node) || ts.isImportDeclaration(node) || ts.isTypeAliasDeclaration(node)) return
    if (ts.isInterfaceDeclaration(node) || ts.isThrowStatement(node)) return
    if (ts.isBinaryExpression(node)) {
      const to = swapped[node.operatorToken.kind]
      // A text that is put together is no sum.
      if (to && !ts.isStringLiteralLike(node.left) && !ts.isStringLiteralLike(node.right))
        change(node.operatorToken, to)
    } else if (ts.isIfStatement(node)) {
      change(node.expression, 'false')
    } else if (ts.isConditionalExpression(node)) {
      change(node.condition, `!(${node.condition.getText(file)})`)
    } else if (ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.ExclamationToken) {
      change(node, node.operand.getText(file))
    } else if (node.kind === ts.SyntaxKind.TrueKeyword) {
      change(node, 'false')
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
  return found
}

function isCall(node: ts.Expression): boolean {
  if (ts.isAwaitExpression(node) || ts.isVoidExpression(node)) return isCall(node.expression)
  return ts.isCallExpression(node) && node.expression.kind !== ts.SyntaxKind.SuperKeyword
}
