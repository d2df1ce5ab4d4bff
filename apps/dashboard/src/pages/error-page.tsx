import { s } from '../i18n/strings.ts'
import { Button } from '../ui/button.tsx'
import { PageHead } from '../ui/layout.tsx'
import { Problem } from '../ui/problem.tsx'

/** A page that broke, or whose file could not be loaded: the rest of the console stays. */
export function ErrorPage({ error, reset }: { error: unknown; reset: () => void }) {
  return (
    <>
      <PageHead title={s.problem.pageTitle} />
      <Problem error={error} onRetry={reset} />
      <Button onClick={() => location.reload()}>{s.problem.reload}</Button>
    </>
  )
}
