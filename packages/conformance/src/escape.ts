const escapes: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** For HTML and XML. What XML cannot carry at all becomes a replacement character. */
export const safe = (text: string): string =>
  text
    .replaceAll(/[&<>"']/g, (sign) => escapes[sign] ?? sign)
    // eslint-disable-next-line no-control-regex
    .replaceAll(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]|\p{Surrogate}/gu, '\uFFFD')
