import { createStore } from './store.ts'

/** How a person wants to see the console. Kept in the browser; it holds nothing secret. */
export interface Prefs {
  theme: 'system' | 'light' | 'dark'
  language: 'system' | 'en' | 'pt'
  /** IANA name of the time zone in which times are shown; `property`: that of the property. */
  zone: string
  /** Columns that are shown or not, by list and head, where that is not as it was made. */
  columns: Record<string, Record<string, boolean>>
}

const storageKey = 'svc-sandbox-prefs'
const initial: Prefs = { theme: 'system', language: 'system', zone: 'property', columns: {} }

function read(): Prefs {
  try {
    return { ...initial, ...(JSON.parse(localStorage.getItem(storageKey) ?? '{}') as Partial<Prefs>) }
  } catch {
    return initial
  }
}

export const prefs = createStore(read())

export function changePrefs(changes: Partial<Prefs>): void {
  const next = { ...prefs.get(), ...changes }
  prefs.set(next)
  applyTheme()
  try {
    localStorage.setItem(storageKey, JSON.stringify(next))
  } catch {
    // A browser that stores nothing: they hold for this page.
  }
}

// What is chosen in one tab holds in all, and no tab writes back what was before it.
addEventListener('storage', ({ key }) => {
  if (key !== storageKey && key !== null) return
  prefs.set(read())
  applyTheme()
})

/** The sheet draws the chosen theme; without a choice, the one of the system. */
export function applyTheme(): void {
  const { theme } = prefs.get()
  if (theme === 'system') delete document.documentElement.dataset['theme']
  else document.documentElement.dataset['theme'] = theme
}
