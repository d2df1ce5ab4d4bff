/** Whether a command line starts the server: it names `serve`, or no command. */
export function serves([first]: readonly string[]): boolean {
  if (first === undefined || first === 'serve') return true
  return first.startsWith('-') && !/^(-h|--help|-v|-V|--version)$/.test(first)
}
