import { useEffect, useRef } from 'react'
import { isDialogOpen } from '../lib/is-dialog-open.ts'
import { useGo } from '../lib/place.ts'
import { navGroups } from './nav.tsx'

/** Milliseconds within which the second key of a shortcut has to follow the first. */
const togetherMs = 1_200

/** The keys that open the palette, as they stand on the keyboard of the viewer. */
export const paletteKeys = /Mac|iPhone|iPad/.test(navigator.userAgent) ? ['⌘', 'K'] : ['Ctrl', 'K']

/** ⌘K or / for search, ? for the sheet, g and a letter for a page. */
export function useShortcuts(open: (what: 'palette' | 'shortcuts') => void): void {
  const go = useGo()
  const latest = useRef(go)
  latest.current = go
  useEffect(() => {
    let gAt = 0
    const heard = (event: KeyboardEvent) => {
      if ((event.metaKey || event.ctrlKey) && event.key.toLowerCase() === 'k') {
        event.preventDefault()
        return open('palette')
      }
      if (event.metaKey || event.ctrlKey || event.altKey || isTyping(event.target)) return undefined
      if (isDialogOpen()) return undefined
      if (event.key === '/') {
        event.preventDefault()
        return open('palette')
      }
      if (event.key === '?') return open('shortcuts')
      if (event.key === 'g') {
        gAt = event.timeStamp
        return undefined
      }
      if (event.timeStamp - gAt > togetherMs) return undefined
      gAt = 0
      const found = navGroups()
        .flatMap(({ items }) => items)
        .find(({ key }) => key === event.key)
      return found && latest.current(found.place)
    }
    addEventListener('keydown', heard)
    return () => removeEventListener('keydown', heard)
  }, [open])
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
