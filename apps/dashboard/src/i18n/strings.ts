import { prefs } from '../lib/prefs.ts'
import { en, type Strings } from './en.ts'

export type { Strings }

/** Every text of the console, in the language of the reader. Set before anything is drawn. */
export let s: Strings = en

/** The language that was chosen, or that of the browser where there is one for it. */
export async function loadStrings(): Promise<void> {
  const { language } = prefs.get()
  const wanted = language === 'system' ? navigator.language.slice(0, 2) : language
  if (wanted === 'pt') s = (await import('./pt.ts')).pt
  document.documentElement.lang = s.language
}
