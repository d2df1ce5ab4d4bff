import { useEffect } from 'react'

const focusable =
  'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), summary, [tabindex="0"]'

/**
 * Whoever works by keyboard keeps a place. When what has the focus goes away (a row that was deleted, a form that was
 * sent, a button that has nothing more to do), the browser gives the focus to the page as a whole, which is its top. Here it goes
 * to what is nearest to the thing that went away.
 */
export function useKeptFocus(): void {
  useEffect(() => {
    /** What has the focus, and all that is around it: afterwards it can no longer be asked. */
    let around: readonly Element[] = []
    /** The same of the last thing on the page: a dialog goes away with all that is around it. */
    let onPage: readonly Element[] = []
    const came = ({ target }: FocusEvent) => {
      around = pathOf(target)
      if (around.some(({ id }) => id === 'main')) onPage = around
    }
    /** The focus is on its way to something, or was left: which, is known when the event is over. */
    let leaving = false
    const went = () => {
      leaving = true
      setTimeout(() => {
        leaving = false
        // One that is still there was left on purpose: by a click beside it.
        if (document.activeElement === document.body && isThere(around[0])) around = []
        changed()
      })
    }
    const changed = () => {
      if (leaving || around.length === 0 || isThere(around[0])) return
      // What was disabled or hidden keeps the focus until the browser draws again, and then loses it without another change.
      if (document.activeElement !== document.body && document.activeElement !== around[0]) return
      const next = [...around, ...onPage]
        .filter((place) => place.isConnected && !place.querySelector('#main'))
        .flatMap((place) => [place, ...place.querySelectorAll(focusable)])
        .find((element) => element.matches(focusable) && isThere(element))
      const head = document.querySelector<HTMLElement>('main h1')
      if (next instanceof HTMLElement) next.focus({ preventScroll: true })
      else head?.focus({ preventScroll: true })
    }
    const observer = new MutationObserver(changed)
    observer.observe(document.body, {
      childList: true,
      subtree: true,
      attributes: true,
      attributeFilter: ['disabled'],
    })
    document.addEventListener('focusin', came)
    document.addEventListener('focusout', went)
    return () => {
      observer.disconnect()
      document.removeEventListener('focusin', came)
      document.removeEventListener('focusout', went)
    }
  }, [])
}

/** It is on the page, is drawn and may have the focus. */
const isThere = (element: Element | undefined): boolean =>
  element !== undefined && element.checkVisibility() && !element.matches(':disabled')

function pathOf(target: EventTarget | null): Element[] {
  const path: Element[] = []
  for (let at = target instanceof Element ? target : null; at; at = at.parentElement) path.push(at)
  return path
}
