import { defaultClientConditions, defineConfig } from 'vite'
import { compress } from './build/compress.ts'

/** What every page needs, in two files: the libraries, and the console's own frame. Pages are files of their own. */
const groups = [
  {
    name: 'libraries',
    test: /rolldown[\\/]runtime|node_modules[\\/](?:react|react-dom|scheduler|use-sync-external-store|@tanstack[\\/](?:react-router|router-core|history|react-store|store|react-query|query-core)|zod|eventsource-parser)[\\/]/,
    priority: 3,
  },
  {
    name: 'dialogs',
    test: /@base-ui[\\/](?:utils|react[\\/](?:dialog|alert-dialog|toast|button|internals|utils|floating-ui-react|merge-props|use-render))[\\/]|@floating-ui|node_modules[\\/]lucide-react[\\/]/,
    priority: 2,
  },
  {
    name: 'console',
    test: /dashboard[\\/]src[\\/](?:app|lib|ui|i18n)[\\/](?!palette|commands|shortcuts|chart|virtual-table|export-menu|json-tree|pt\.|why-not|delivery-code|event-samples|fault-|client-code)|packages[\\/](?:control|models)[\\/]/,
    priority: 1,
  },
  {
    // Small parts that several pages show: not a request for each.
    name: 'parts',
    test: /dashboard[\\/]src[\\/]pages[\\/]\w+[\\/](?:request-rows|delivery-state|health)\./,
    priority: 1,
  },
]

export default defineConfig({
  base: '/dashboard/',
  resolve: { conditions: ['@svc/source', ...defaultClientConditions] },
  plugins: [compress()],
  build: {
    target: 'es2023',
    // One sheet: a page that comes later must not shift what is there.
    cssCodeSplit: false,
    // Every file has an address that the content security policy names; none is text in another.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      output: { codeSplitting: { groups } },
      onwarn(warning, warn) {
        // Libraries mark what is for the browser alone; here all of it is.
        if (warning.code !== 'MODULE_LEVEL_DIRECTIVE') warn(warning)
      },
    },
  },
  // `npm run dev -w apps/dashboard` beside a sandbox on its usual port.
  server: { proxy: { '^/(sandbox|api|docs|openapi.json)': 'http://127.0.0.1:4010' } },
})
