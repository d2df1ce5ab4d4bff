import { useState } from 'react'
import { s } from '../../i18n/strings.ts'
import { useAction } from '../../lib/use-action.ts'
import { whyNot } from '../../lib/why-not.ts'
import { Button } from '../../ui/button.tsx'
import { TextArea, TextField } from '../../ui/field.tsx'
import { Section } from '../../ui/layout.tsx'
import { Problem } from '../../ui/problem.tsx'

/** Checks what a receiver got, and says why it does not match. Nothing of it leaves the page. */
export function SignatureCheck({ body: sent }: { body: string }) {
  const [body, setBody] = useState(sent)
  const [header, setHeader] = useState('')
  const [secret, setSecret] = useState('')
  const { run, busy, error, data } = useAction(() => whyNot(body, header, secret))
  return (
    <Section title={s.signature.title}>
      <form className="panel" onSubmit={(event) => (event.preventDefault(), run())}>
        <p className="muted">{s.signature.lead}</p>
        <TextArea
          label={s.signature.body}
          className="mono"
          rows={4}
          spellCheck={false}
          value={body}
          onChange={(event) => setBody(event.currentTarget.value)}
        />
        <div className="filters">
          <TextField
            grow
            label={s.signature.header}
            placeholder="sha256=…"
            spellCheck={false}
            value={header}
            onChange={(event) => setHeader(event.currentTarget.value)}
          />
          <TextField
            grow
            label={s.signature.secret}
            type="password"
            placeholder="whsec_…"
            value={secret}
            onChange={(event) => setSecret(event.currentTarget.value)}
          />
        </div>
        <Problem error={error} />
        <div className="buttons">
          <Button type="submit" look="primary" busy={busy}>
            {s.signature.check}
          </Button>
          {data && (
            <span role="status" className={data === 'ok' ? 'verdict good' : 'verdict bad'}>
              {s.signature.verdicts[data]}
            </span>
          )}
        </div>
      </form>
    </Section>
  )
}
