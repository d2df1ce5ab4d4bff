/**
 * Puts a text on the clipboard. Browsers offer the clipboard to secure pages only; on plain http to another machine the
 * old way, through a selection, still works.
 *
 * @param {string} text
 */
export async function copyText(text) {
  if (navigator.clipboard) {
    try {
      return await navigator.clipboard.writeText(text)
    } catch {
      // Not permitted: the old way may be.
    }
  }
  const area = document.createElement('textarea')
  area.value = text
  area.readOnly = true
  area.className = 'off-screen'
  document.body.append(area)
  area.select()
  const copied = document.execCommand('copy')
  area.remove()
  if (!copied) throw new Error('The browser does not let the page copy.')
}
