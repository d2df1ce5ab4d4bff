import { ControlError, type HitKind } from '@svc/control'
import { useQuery } from '@tanstack/react-query'
import { s } from '../i18n/strings.ts'
import { control } from '../lib/control.ts'
import { type PlaceName, usePlace } from '../lib/place.ts'
import { useProperties } from '../lib/properties.ts'
import { Empty, PageHead, Sentence } from './layout.tsx'
import { Problem } from './problem.tsx'
import { To } from './to.tsx'

/** It is not there, or no longer: it was deleted while its page was open. */
export const isGone = (error: unknown): boolean => error instanceof ControlError && error.status === 404

/** An object's page whose object could not be read. One of another property is found there, and linked. */
export function NotThere({
  kind,
  place,
  title,
  error,
  onRetry,
}: {
  kind: HitKind
  place: PlaceName
  title: string
  error: unknown
  onRetry: () => void
}) {
  const { pid, id } = usePlace()
  const { data: all = [] } = useProperties()
  const missing = isGone(error)
  const { data: other } = useQuery({
    queryKey: ['search', 'elsewhere', pid, id],
    enabled: missing && all.length > 1,
    async queryFn() {
      const others = all.filter((property) => property.id !== pid)
      for (const property of others) {
        const hits = await control().property(property.id).search(id)
        if (hits.some((hit) => hit.kind === kind && hit.id === id.toLowerCase())) return property
      }
      return null
    },
  })
  if (!missing) return <Problem error={error} onRetry={onRetry} />
  return (
    <>
      <PageHead title={title} />
      <Empty title={s.notThere.title}>
        {other ? (
          <p>
            <Sentence
              text={s.notThere.elsewhere}
              parts={[
                <To key="there" property={other.id} place={place} id={id}>
                  {other.name}
                </To>,
              ]}
            />
          </p>
        ) : (
          <p>{s.notThere.hint}</p>
        )}
        <p>
          <To place={place}>{s.notThere.list}</To>
        </p>
      </Empty>
    </>
  )
}
