/** Gives the reader a file. */
export function download(name: string, parts: BlobPart[], type: string): void {
  const url = URL.createObjectURL(new Blob(parts, { type }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  URL.revokeObjectURL(url)
}

/** Rows as CSV (RFC 4180). A cell that a spreadsheet would take for a formula gets an apostrophe in front. */
export function toCsv(rows: readonly (readonly unknown[])[]): string {
  const cell = (value: unknown): string => {
    const text =
      value === null || value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value)
    // Some read the wide forms of East Asian keyboards as the usual ones.
    const safe = /^[=+@\t\r\n＝＋－＠]|^-(?![\d.]+$)/.test(text) ? `'${text}` : text
    return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
  }
  return rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('')
}
