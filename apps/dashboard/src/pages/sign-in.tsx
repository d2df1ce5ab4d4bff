import { useEffect, useState } from 'react'
import { s } from '../i18n/strings.ts'
import { connectWith } from '../lib/control.ts'
import { session, signIn } from '../lib/session.ts'
import { useAction } from '../lib/use-action.ts'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/field.tsx'
import { Problem } from '../ui/problem.tsx'

/** Asks for the admin token and keeps it once the sandbox has accepted it. */
export function SignIn() {
  const { notice } = session.use()
  const [token, setToken] = useState('')
  useEffect(() => void (document.title = s.signIn.title), [])
  const { run, busy, error } = useAction(async () => {
    const trimmed = token.trim()
    await connectWith(trimmed).clock.get()
    signIn(trimmed)
  })
  return (
    <main className="alone sign-in">
      <img src="/dashboard/icon.svg" alt="" width="48" height="48" />
      <h1>{s.signIn.title}</h1>
      {notice && !error && (
        <div className="notice warn" role="status">
          <p>{notice}</p>
        </div>
      )}
      <form onSubmit={(event) => (event.preventDefault(), run())}>
        <TextField
          label={s.signIn.token}
          type="password"
          name="token"
          required
          spellCheck={false}
          value={token}
          onChange={(event) => setToken(event.currentTarget.value)}
        />
        <Button look="primary" type="submit" busy={busy}>
          {s.signIn.submit}
        </Button>
        <Problem error={error} />
      </form>
      <p className="muted">
        {s.signIn.where} <code>.svc/credentials.json</code> {s.signIn.kept}
      </p>
    </main>
  )
}
