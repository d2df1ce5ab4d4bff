import { useMutation } from '@tanstack/react-query'

/** Something that a person starts: busy while it runs, with its error when it failed. A second start waits for none. */
export function useAction<Args extends unknown[], T>(act: (...args: Args) => Promise<T>) {
  const { mutate, isPending, error, data, reset } = useMutation({ mutationFn: (args: Args) => act(...args) })
  return {
    run(...args: Args): void {
      // One at a time: an impatient second click changes nothing twice.
      if (!isPending) mutate(args)
    },
    busy: isPending,
    error,
    data,
    reset,
  }
}
