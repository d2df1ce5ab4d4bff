/** Deliveries, and what takes them along when it is deleted. A new row ends no claim. */
const statement =
  /\b(?:replace\s+into|update(?:\s+or\s+\w+)?|delete\s+from)\s+"?(?:deliveries|webhook_endpoints|properties|events)\b/i

/**
 * Whether this text of SQL may end a claim on a delivery that somebody holds in memory, or change where it is sent.
 *
 * @param own texts that touch nobody's claims but those that they are about
 */
export function changesClaims(sql: string, own: ReadonlySet<string>): boolean {
  return statement.test(sql) && !own.has(sql)
}
