/**
 * PostgreSQL cannot store U+0000 in text. Validation refuses it where people send it; where machines do (a receiver's
 * answer, a filter), both dialects store the replacement character, so that they behave alike and nothing fails.
 */
export function cleanText(text: string): string {
  return text.includes('\0') ? text.replaceAll('\0', '\uFFFD') : text
}
