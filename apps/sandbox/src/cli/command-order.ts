/**
 * Without a command it serves, so `--url http://… clock` looks like flags of a server: says where the command belongs.
 *
 * @param args the words of the command line
 */
export function withOrder(error: string, args: readonly string[]): string {
  if (!/unknown option|too many arguments/.test(error)) return error
  const word = args.find((each) => /^[a-z][a-z-]*$/.test(each) && each !== 'serve')
  if (word === undefined) return error
  return `${error}(a command stands before its flags: npx @svc/sandbox ${word} …)\n`
}
