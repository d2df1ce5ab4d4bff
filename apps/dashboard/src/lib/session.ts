import { s } from '../i18n/strings.ts'
import { createStore } from './store.ts'

/** For this tab and until it is closed: never in localStorage, where it would outlive the work. */
const storageKey = 'svc-sandbox-admin-token'
/** Milliseconds that a new tab waits for one that is signed in. */
const askMs = 250

/** Who is signed in, and what the sign-in form should say. */
export interface Session {
  token: string | null
  notice: string
}

export const session = createStore<Session>({ token: sessionStorage.getItem(storageKey), notice: '' })

/** Tokens that the sandbox no longer accepts: a tab that has not noticed yet would hand them out again and again. */
const refused = new Set<string>()

type Message = { kind: 'ask' } | { kind: 'token'; token: string } | { kind: 'signed-out' }
/** Tabs of one browser at one address: a new one takes the token from one that has it, and no disk holds it. */
const tabs = new BroadcastChannel('svc-sandbox-session')
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel is of one origin
const tell = (message: Message) => tabs.postMessage(message)

tabs.addEventListener('message', ({ data }: MessageEvent<Message>) => {
  const { token } = session.get()
  if (data.kind === 'ask' && token !== null) tell({ kind: 'token', token })
  if (data.kind === 'token' && token === null && !refused.has(data.token)) keep(data.token)
  if (data.kind === 'signed-out' && token !== null) forget('')
})

function keep(token: string): void {
  sessionStorage.setItem(storageKey, token)
  session.set({ token, notice: '' })
}

function forget(notice: string): void {
  sessionStorage.removeItem(storageKey)
  session.set({ token: null, notice })
}

export function signIn(token: string): void {
  refused.delete(token)
  keep(token)
  tell({ kind: 'token', token })
}

/** Signs out here and in the other tabs. */
export function signOut(): void {
  forget('')
  tell({ kind: 'signed-out' })
}

/** The token is no longer accepted: the form comes back, and says why; unless another tab has the one of now. */
export function expire(token: string, notice: string): void {
  // An answer to a call from before the last sign-in says nothing of the session of now.
  if (session.get().token !== token) return
  refused.add(token)
  forget(notice)
  tell({ kind: 'ask' })
}

/**
 * Takes the token from an address such as `/dashboard#token=…`, and it out of the address bar and the history at once:
 * from there it could be read over a shoulder or end in a bookmark.
 */
export function takeTokenFromAddress(): void {
  const found = /^#token=([^&]+)/.exec(location.hash)
  if (!found?.[1]) return
  history.replaceState(null, '', location.pathname + location.search)
  try {
    signIn(decodeURIComponent(found[1]))
  } catch {
    forget(s.signIn.unreadable)
  }
}

/** Asks the other tabs for the token. Resolves when one has answered, or none will. */
export function askOtherTabs(): Promise<void> {
  if (session.get().token !== null) return Promise.resolve()
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, askMs)
    tabs.addEventListener('message', () => {
      if (session.get().token === null) return
      clearTimeout(timer)
      resolve()
    })
    tell({ kind: 'ask' })
  })
}
