import type { Mutant } from './mutants.ts'

/**
 * A file with all of its mutants in it, each behind a switch: `bentNow(7)` is true while the mutant 7 is tried, and false
 * for all others. So a file is loaded once for all of its mutants, and the switches tell which tests come by.
 *
 * @param first The number of the first mutant; the others follow.
 */
export function withSwitches(text: string, mutants: readonly Mutant[], first: number): string {
  const insertions: { at: number; order: number; text: string }[] = []
  for (const [index, { from, end, to, statement }] of mutants.entries()) {
    const on = `bentNow(${first + index})`
    const [before, after] = statement ? [`{ if (!${on}) `, ' }'] : [`(${on} ? (${to}) : (`, '))']
    // What ends goes before what begins; outer changes begin first and end last.
    insertions.push({ at: from, order: index, text: before }, { at: end, order: -1 - index, text: after })
  }
  let code = 'const bentNow = globalThis.bentNow ?? (() => false); '
  let at = 0
  for (const insertion of insertions.toSorted((a, b) => a.at - b.at || a.order - b.order)) {
    code += text.slice(at, insertion.at) + insertion.text
    at = insertion.at
  }
  return code + text.slice(at)
}
