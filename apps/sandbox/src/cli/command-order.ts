/**
 * Without a command it serves, so `--url http://… clock` looks like flags of a server: says where the command belongs.
 *
 * @param args the words of the command line
 */
export function withOrder(error: string, args: readonly string[]): string {
  if (!/unknown option|too many arguments/.test(error)) return error
  const isWord = (each: string) => /^[a-z][a-z-]*$/.test(each) && each !== 'serve'
  // What follows a flag is its value, if another word comes.
  const word =
    args.find((each, index) => isWord(each) && !args[index - 1]?.startsWith('-')) ?? args.findLast(isWord)
  if (word === undefined) return error
  return `${error}(a command stands before its flags: npx @svc/sandbox ${word} …)\n`
}
