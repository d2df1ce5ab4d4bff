import { useRouter } from '@tanstack/react-router'
import { queries } from '../../lib/control.ts'

/** After the whole state has changed, other properties may be there. */
export function useAfresh(): () => Promise<void> {
  const router = useRouter()
  return async () => {
    await queries.invalidateQueries()
    router.history.push('/dashboard/go/data')
  }
}
