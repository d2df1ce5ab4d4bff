import { createHash } from 'node:crypto'

/** Where the page's modules find the libraries, so that they can import them by their usual names. */
const importMap = JSON.stringify({
  imports: {
    preact: '/dashboard/vendor/preact.js',
    'preact/hooks': '/dashboard/vendor/preact-hooks.js',
    htm: '/dashboard/vendor/htm.js',
    'eventsource-parser': '/dashboard/vendor/eventsource-parser.js',
  },
})

const importMapHash = createHash('sha256').update(importMap).digest('base64')

/**
 * The page talks to this server alone and runs no script but its own files: the import map is the one inline script,
 * let in by its hash. Trusted types leave no way from a text to markup or code, whatever the data holds.
 */
export const contentSecurityPolicy = [
  "default-src 'none'",
  `script-src 'self' 'sha256-${importMapHash}'`,
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ')

/** The one HTML page. Its modules are named up front, so that the browser fetches them at once and not level by level. */
export function renderPage(scripts: readonly string[]): string {
  const preloads = scripts.map((path) => `<link rel="modulepreload" href="/dashboard/${path}">`).join('\n')
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Sandbox dashboard</title>
<link rel="icon" href="/dashboard/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/dashboard/vendor/pico.css">
<link rel="stylesheet" href="/dashboard/styles.css">
<script type="importmap">${importMap}</script>
${preloads}
<script type="module" src="/dashboard/main.js"></script>
</head>
<body>
<div id="app"><noscript>The dashboard needs JavaScript. The same is to be had with curl: see /docs and npx @svc/sandbox --help.</noscript></div>
</body>
</html>
`
}
