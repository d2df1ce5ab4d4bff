import { Outlet } from '@tanstack/react-router'
import { useLive } from '../lib/live.ts'
import { session } from '../lib/session.ts'
import { SignIn } from '../pages/sign-in.tsx'

/** Nothing is shown without a token. */
export function Gate() {
  const { token } = session.use()
  useLive()
  return token === null ? <SignIn /> : <Outlet key={token} />
}
