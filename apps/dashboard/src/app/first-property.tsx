import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { lastProperty, useProperties } from '../lib/properties.ts'
import { Loading } from '../ui/layout.tsx'
import { Problem } from '../ui/problem.tsx'
import { withoutProperty } from './old-address.ts'

/** An address without a property leads to that of the last visit, or to the first. */
export function FirstProperty() {
  const router = useRouter()
  const { data, error, refetch } = useProperties()
  useEffect(() => {
    const last = lastProperty()
    const found = data?.find(({ id }) => id === last) ?? data?.[0]
    if (!found) return
    const { pathname, search } = location
    const place = pathname.startsWith(withoutProperty) ? pathname.slice(withoutProperty.length) : ''
    router.history.replace(`/dashboard/p/${found.id}${place}${search}`)
  }, [data, router])
  return (
    <main className="alone">
      {error ? <Problem error={error} onRetry={() => void refetch()} /> : <Loading />}
    </main>
  )
}
