import { connectSandbox, ControlError, type SandboxControl } from '@svc/control'
import { QueryCache, MutationCache, QueryClient } from '@tanstack/react-query'
import { expire, session } from './session.ts'

let made: { token: string; control: SandboxControl } | undefined

/** The control API with the token of the session. Nothing else of the page calls the server. */
export function control(): SandboxControl {
  const token = session.get().token ?? ''
  if (made?.token !== token) made = { token, control: connectWith(token) }
  return made.control
}

/** The control API with a token that is still to be tried. */
export const connectWith = (token: string): SandboxControl =>
  connectSandbox({ url: location.origin, adminToken: token })

function failed(error: unknown): void {
  if (error instanceof ControlError && error.code === 'unauthorized' && made)
    expire(made.token, error.reason ?? '')
}

/** Whether trying again may help: the server was away, or busy. */
const passing = (error: unknown) =>
  error instanceof ControlError && (error.status === null || error.status >= 500 || error.status === 429)

export const queries = new QueryClient({
  queryCache: new QueryCache({ onError: failed }),
  mutationCache: new MutationCache({ onError: failed }),
  defaultOptions: {
    queries: {
      // The stream of changes says when to read again.
      staleTime: 30_000,
      refetchOnWindowFocus: false,
      retry: (count, error) => count < 2 && passing(error),
      retryDelay: (count) => Math.min(500 * 2 ** count, 4_000),
      networkMode: 'always',
    },
    mutations: { networkMode: 'always' },
  },
})
