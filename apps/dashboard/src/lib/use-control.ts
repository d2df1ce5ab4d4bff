import type { ChangeTopic, SandboxControl } from '@svc/control'
import { useQuery } from '@tanstack/react-query'
import { control } from './control.ts'
import { usePlace } from './place.ts'

/** The control API of the property that is shown. */
export function useControl(): SandboxControl {
  const { pid } = usePlace()
  return control().property(pid)
}

/** What a query is called: read again when the stream of changes names it. */
type Topic = ChangeTopic | 'payments' | 'events' | 'insights' | 'due' | 'search' | 'first-steps'

/**
 * Reads something of the property, and again when it changes. What was read for another property is never shown; with
 * `keep`, the former page of a list stays until the next is there.
 */
export function useRead<T extends object | number | null>(
  topic: Topic,
  key: readonly unknown[],
  read: (control: SandboxControl) => Promise<T>,
  { keep = false, enabled = true }: { keep?: boolean; enabled?: boolean } = {},
) {
  const { pid } = usePlace()
  const property = useControl()
  const query = useQuery<T, Error, T>({
    queryKey: [topic, pid, ...key],
    queryFn: () => read(property),
    enabled,
    placeholderData: (before, last) => (keep && last?.queryKey[1] === pid ? before : undefined),
  })
  return {
    data: query.data,
    error: query.error,
    /** What is shown is the page before: the one that was asked for is on its way. */
    stale: query.isPlaceholderData,
    loading: query.isPending && query.fetchStatus !== 'idle',
    reload: () => void query.refetch(),
  }
}
