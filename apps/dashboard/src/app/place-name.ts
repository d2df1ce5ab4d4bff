import { useLocation } from '@tanstack/react-router'
import { type PlaceName, places } from '../lib/place.ts'

/** Which page is shown. */
export function usePlaceName(): PlaceName {
  const { pathname } = useLocation()
  const name = pathname.split('/')[3] ?? ''
  return places.find((place) => place === name) ?? 'home'
}
