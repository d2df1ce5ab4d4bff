import { render } from 'preact'
import { App } from './app.js'
import { html } from './lib/html.js'
import { followAddress } from './lib/route.js'
import { takeTokenFromAddress } from './lib/session.js'

takeTokenFromAddress()
addEventListener('hashchange', () => {
  // A link with a token may also be opened in a tab that shows the page already.
  takeTokenFromAddress()
  followAddress()
})
followAddress()

const root = document.getElementById('app')
if (root) {
  root.replaceChildren()
  render(html`<${App} />`, root)
}
