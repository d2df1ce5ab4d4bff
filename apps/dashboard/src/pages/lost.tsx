import type { Property } from '@svc/control'
import { s } from '../i18n/strings.ts'
import { Empty, PageHead } from '../ui/layout.tsx'
import { To } from '../ui/to.tsx'

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

/** The property of the address is none: it is of another sandbox, or this one was reset. Those that there are. */
export function NoProperty({ all }: { all: readonly Property[] }) {
  return (
    <>
      <PageHead title={s.lost.title} />
      <Empty title={s.lost.noProperty}>
        <p>{s.lost.noPropertyHint}</p>
        <p className="links">
          {all.map(({ id, name }) => (
            <To key={id} place="home" property={id}>
              <bdi>{name}</bdi>
            </To>
          ))}
        </p>
      </Empty>
    </>
  )
}
