/**
 * The script of `@bomb.sh/tab` for PowerShell, with what it lets the shell read once more in quotes: a press of the tabulator
 * key never runs what stands on the line. The one for fish hands on words as they are.
 */
export function withoutEval(script: string): string {
  // Four more characters end a text in single quotes.
  return script.replace(`($_ -replace "'", "''")`, String.raw`($_ -replace "['\u2018-\u201B]", '$0$0')`)
}
