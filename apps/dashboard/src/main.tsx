import { RouterProvider } from '@tanstack/react-router'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { followOldAddress } from './app/old-address.ts'
import { router } from './app/router.tsx'
import { loadStrings } from './i18n/strings.ts'
import { queries } from './lib/control.ts'
import { applyTheme } from './lib/prefs.ts'
import { askOtherTabs, takeTokenFromAddress } from './lib/session.ts'

applyTheme()
await loadStrings()
takeTokenFromAddress()
addEventListener('hashchange', () => {
  // A link with a token may also be opened in a tab that shows the page already.
  takeTokenFromAddress()
  followOldAddress()
})
followOldAddress()
await askOtherTabs()

const root = document.getElementById('app')
if (root) {
  root.replaceChildren()
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queries}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </StrictMode>,
  )
}
