/**
 * Puts a text on the clipboard. Browsers offer the clipboard to secure pages only; on plain http to another machine the
 * old way, through a selection, still works.
 */
export async function copyText(text: string): Promise<void> {
  // Without a secure context it is missing, whatever the types say.
  const clipboard = navigator.clipboard as Clipboard | undefined
  if (clipboard) {
    try {
      return await clipboard.writeText(text)
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
