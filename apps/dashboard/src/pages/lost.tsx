import { s } from '../i18n/strings.ts'
import { Empty, PageHead } from '../ui/layout.tsx'

export function Lost() {
  return (
    <>
      <PageHead title={s.lost.title} />
      <Empty title={s.lost.empty}>
        <p>
          <a href="/dashboard">{s.nav.home}</a>
        </p>
      </Empty>
    </>
  )
}
