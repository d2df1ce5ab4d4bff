/** `2026-11-21 01:41:07`: UTC, as every time of the API. @param {string} iso */
export function utc(iso) {
  const date = new Date(iso)
  return Number.isNaN(date.getTime()) ? iso : date.toISOString().slice(0, 19).replace('T', ' ')
}

const units = /** @type {const} */ ([
  [86_400, 'd'],
  [3_600, 'h'],
  [60, 'min'],
  [1, 's'],
])

/** `1 h 30 min`. @param {number} seconds @param {number} [most] units */
export function duration(seconds, most = 2) {
  let rest = Math.round(Math.abs(seconds))
  const parts = []
  for (const [size, unit] of units) {
    const count = Math.floor(rest / size)
    rest -= count * size
    if (count > 0) parts.push(`${count} ${unit}`)
    // Smaller units beside days or hours say nothing that anybody needs.
    if (parts.length === most || (parts.length === 1 && unit === 'd')) break
  }
  return parts.length === 0 ? '0 s' : parts.join(' ')
}

/** `3 min ago`, `in 2 h`, `now`. @param {string} iso @param {number} now milliseconds, of the virtual clock */
export function relative(iso, now) {
  const seconds = (Date.parse(iso) - now) / 1000
  if (Number.isNaN(seconds)) return ''
  if (Math.abs(seconds) < 1) return 'now'
  // What is due is awaited to the minute; of what is past the order of size will do.
  return seconds < 0 ? `${duration(seconds, 1)} ago` : `in ${duration(seconds)}`
}

/** Minor units as the money that they are: `520.00`, without a float on the way. @param {number} minor */
export function money(minor) {
  const digits = String(Math.abs(minor)).padStart(3, '0')
  return `${minor < 0 ? '−' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/** JSON indented; what is no JSON stays as it is. @param {string | null | undefined} text */
export function pretty(text) {
  if (text === null || text === undefined) return ''
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}

/** The first eight characters of a UUID, enough to tell ids apart in a table. @param {string} id */
export function short(id) {
  return id.length > 8 ? `${id.slice(0, 8)}…` : id
}

/** `1 delivery`, `2 deliveries`. @param {number} count @param {string} one @param {string} [many] */
export function plural(count, one, many = `${one}s`) {
  return `${count.toLocaleString('en')} ${count === 1 ? one : many}`
}
