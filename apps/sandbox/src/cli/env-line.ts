/**
 * A line of a `.env` file that shells read too. Only a key of somebody's own needs quotes: those that are made here are plain.
 */
export function envLine(name: string, value: string): string {
  if (/^[\w:/.@+=,[\]-]*$/.test(value)) return `${name}=${value}`
  if (!value.includes("'")) return `${name}='${value}'`
  return `${name}="${value.replaceAll(/[\\"$`]/g, String.raw`\$&`)}"`
}
