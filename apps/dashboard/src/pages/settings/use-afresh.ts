import { useRouter } from '@tanstack/react-router'
import { queries } from '../../lib/control.ts'
import { usePlace } from '../../lib/place.ts'
import { propertiesQuery } from '../../lib/properties.ts'

/** After the whole state has changed. Where the property of this page is gone, one that there is now is shown. */
export function useAfresh(): () => Promise<void> {
  const router = useRouter()
  const { pid } = usePlace()
  return async () => {
    await queries.invalidateQueries()
    const properties = await queries.fetchQuery(propertiesQuery)
    if (!properties.some(({ id }) => id === pid)) router.history.push('/dashboard/go/data')
  }
}
