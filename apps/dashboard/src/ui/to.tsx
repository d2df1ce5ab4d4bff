import { useRouter } from '@tanstack/react-router'
import type { ComponentProps, MouseEvent } from 'react'
import { type PlaceName, type Search, pathOf, usePlace } from '../lib/place.ts'

export interface ToProps extends Omit<ComponentProps<'a'>, 'href'> {
  place: PlaceName
  id?: string | undefined
  search?: Search | undefined
  /** Another property than the one that is shown. */
  property?: string | undefined
}

/** A link to a place of the console. */
export function To({ place, id, search, property, onClick, ...rest }: ToProps) {
  const router = useRouter()
  const { pid } = usePlace()
  const path = pathOf(property ?? pid, place, id, search)
  const href = `/dashboard${path}`
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event)
    // A click that asks for a new tab or window is the browser's.
    if (event.defaultPrevented || event.button !== 0) return
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    router.history.push(href)
  }
  const prepare = () => void router.preloadRoute({ to: path.split('?')[0] ?? path }).catch(() => undefined)
  return <a {...rest} href={href} onClick={follow} onMouseEnter={prepare} onFocus={prepare} />
}
