import { readFileSync } from 'node:fs'
import { defineConfig } from 'vitepress'
import { proseTables } from '../src/prose-tables.ts'

const { browse, links } = JSON.parse(readFileSync(new URL('menu.json', import.meta.url), 'utf8')) as {
  browse: string
  links: { text: string; items: { text: string; link: string }[] }[]
}

export default defineConfig({
  title: 'svc',
  description: 'A hostel property service, and everything a partner needs to integrate with it',
  lang: 'en',
  srcDir: 'pages',
  outDir: 'dist',
  // A site of a project is served below its name: `SITE_BASE=/svc/`.
  base: process.env['SITE_BASE'] ?? '/',
  cleanUrls: true,
  ignoreDeadLinks: [/^https?:\/\/(localhost|127\.0\.0\.1)/],
  markdown: { html: false, config: proseTables },
  themeConfig: {
    search: { provider: 'local' },
    nav: [
      { text: 'Tutorial', link: '/tutorial' },
      { text: 'Guides', link: '/guides/webhooks', activeMatch: '/guides/' },
      { text: 'Client API', link: '/api' },
      { text: 'Troubleshooting', link: '/troubleshooting' },
    ],
    sidebar: links.map((section) => ({
      ...section,
      collapsed: ['Examples', 'The project'].includes(section.text),
    })),
    outline: [2, 3],
    socialLinks: [{ icon: 'github', link: browse }],
  },
})
