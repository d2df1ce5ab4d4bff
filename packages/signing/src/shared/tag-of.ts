/** What a value is, whatever realm it comes from: `Uint8Array`, `Promise`, `Undefined`. */
export function tagOf(value: unknown): string {
  return Object.prototype.toString.call(value).slice(8, -1)
}
