import { Empty } from '../components/empty.js'
import { PageHead } from '../components/page-head.js'
import { html } from '../lib/html.js'
import { linkTo } from '../lib/route.js'

export function Lost() {
  return html`
    <${PageHead} title="Not found" />
    <${Empty} title="There is no such page"
      ><p><a href=${linkTo('home')}>Go to the start page</a></p><//
    >
  `
}
