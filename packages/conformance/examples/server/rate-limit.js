// Fixed windows of a minute for each address (spec 8, D6).

export function createRateLimit({ perMinute, time }) {
  const windows = new Map()
  return (address) => {
    const now = time.now()
    let window = windows.get(address)
    if (!window || window.ends <= now) windows.set(address, (window = { ends: now + 60_000, used: 0 }))
    window.used += 1
    const left = Math.max(0, perMinute - window.used)
    const seconds = Math.max(1, Math.ceil((window.ends - now) / 1_000))
    const refused = window.used > perMinute
    const headers = {
      'RateLimit-Policy': `"default";q=${perMinute};w=60`,
      RateLimit: `"default";r=${left};t=${seconds}`,
      'X-RateLimit-Limit': `${perMinute}`,
      'X-RateLimit-Remaining': `${left}`,
      'X-RateLimit-Reset': `${seconds}`,
      ...(refused && { 'Retry-After': `${seconds}` }),
    }
    return { headers, refused }
  }
}
