/** Headers as they stand in a message, a line for each. */
export function headerLines(headers: readonly { name: string; value: string }[]): string {
  return headers.map(({ name, value }) => `${name}: ${value}`).join('\n')
}
