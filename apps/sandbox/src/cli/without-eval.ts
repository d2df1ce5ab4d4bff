/**
 * The scripts of `@bomb.sh/tab` for zsh and PowerShell, with what they let a shell read once more in quotes: a press of the
 * tabulator key never runs what stands on the line. The one for fish hands on words as they are.
 */
export function withoutEval(script: string): string {
  return (
    script
      // Zsh: the flag in `--flag=…` goes to `eval`.
      .replace('flagPrefix="-P ${BASH_REMATCH}"', 'flagPrefix="-P ${(q)BASH_REMATCH}"')
      // PowerShell: four more characters end a text in single quotes.
      .replace(`($_ -replace "'", "''")`, String.raw`($_ -replace "['\u2018-\u201B]", '$0$0')`)
  )
}
