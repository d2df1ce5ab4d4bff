import { useNavigate, useParams, useRouter, useSearch } from '@tanstack/react-router'

/** The pages of a property. */
export const places = [
  'home',
  'requests',
  'deliveries',
  'endpoints',
  'events',
  'bookings',
  'payments',
  'keys',
  'clock',
  'faults',
  'api-keys',
  'origins',
  'properties',
  'data',
  'preferences',
] as const
export type PlaceName = (typeof places)[number]

/** Filters in the address: flat texts, those that are empty left out. */
export type Search = Record<string, string | undefined>

/** The address of a place of a property, below the page's own address. */
export function pathOf(pid: string, place: PlaceName, id = '', search: Search = {}): string {
  const given = Object.entries(search).filter(
    (entry): entry is [string, string] => entry[1] !== undefined && entry[1] !== '',
  )
  const query = new URLSearchParams(given).toString()
  const path = place === 'home' ? '' : `/${place}${id === '' ? '' : `/${encodeURIComponent(id)}`}`
  return `/p/${encodeURIComponent(pid)}${path}${query === '' ? '' : `?${query}`}`
}

/** Where the page is: its property, the id in its address, its filters. */
export function usePlace(): { pid: string; id: string; search: Record<string, string> } {
  const { pid = '', id = '' } = useParams({ strict: false })
  const search: Record<string, string> = useSearch({ strict: false })
  return { pid, id, search }
}

/** The page of a list that an address names; what is no number of a page is the first one. */
export function pageOf({ page = '1' }: Search): number {
  const number = Number(page)
  return Number.isSafeInteger(number) && number > 0 ? number : 1
}

/** Goes to a place of the same property. */
export function useGo() {
  const router = useRouter()
  const { pid } = usePlace()
  return (place: PlaceName, id?: string, search?: Search) =>
    router.history.push(router.history.createHref(`/dashboard${pathOf(pid, place, id, search)}`))
}

/** Changes the filters in the address. Each change of a filter goes back to the first page of results. */
export function useChangeSearch() {
  const navigate = useNavigate()
  return (changes: Search, { replace = false } = {}) =>
    navigate({
      to: '.',
      // Of the address as it is then: two changes at once must not undo each other.
      search: (before: Search) => {
        const next = { ...before, page: undefined, ...changes }
        return Object.fromEntries(Object.entries(next).filter(([, value]) => value))
      },
      replace,
    })
}
