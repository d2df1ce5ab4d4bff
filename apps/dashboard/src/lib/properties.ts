import { useQuery } from '@tanstack/react-query'
import { control } from './control.ts'

/** All properties. */
export const propertiesQuery = {
  queryKey: ['properties', 'all'],
  queryFn: () => control().properties.list(),
}

export const useProperties = () => useQuery(propertiesQuery)

const storageKey = 'svc-sandbox-property'

/** The property of the last visit, for addresses that name none. */
export const lastProperty = () => sessionStorage.getItem(storageKey)
export const rememberProperty = (pid: string) => sessionStorage.setItem(storageKey, pid)
