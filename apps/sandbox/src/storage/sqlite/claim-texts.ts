/** Claims a delivery that is free, or whose lease is over. */
export const lease = `update deliveries set lease_until = ?, lease_token = ? where seq = ?`

/**
 * Writes down how an attempt went, and gives its claim back. A resend may have succeeded while the attempt was under way: then
 * it is counted, and changes nothing else.
 */
export const settle = `
update deliveries set
  attempts = attempts + 1,
  ladder_attempts = ladder_attempts + 1,
  last_attempted_at = ?,
  response_status = ?,
  response_body = ?,
  next_attempt_at = case when status = 'delivered' then next_attempt_at else ? end,
  delivered_at = case when status = 'delivered' then delivered_at else ? end,
  status = case when status = 'delivered' then status else ? end,
  lease_until = null,
  lease_token = null
where seq = ? and lease_token = ? and attempts = ?`

/** Gives a claim back without an attempt. */
export const release = `update deliveries set lease_until = null, lease_token = null where seq = ? and lease_token = ?`

/** Each is about one claim, of whoever runs it: all others hold on. */
export const ownClaimTexts: ReadonlySet<string> = new Set([lease, settle, release])
