import { useRouter, useRouterState } from '@tanstack/react-router'
import { useCallback } from 'react'

/** The parameters of the address as plain texts. */
export type AddressParameters = Readonly<Record<string, string>>

/**
 * The parameters of the address and a way to change some of them; `undefined` removes one. Others are kept. A
 * change is a new entry of the history, unless it replaces the current one.
 */
export function useAddress(): readonly [
  AddressParameters,
  (patch: Readonly<Record<string, string | undefined>>, how?: 'push' | 'replace') => void,
] {
  const router = useRouter()
  const searchText = useRouterState({ select: (state) => state.location.searchStr })
  const parameters = Object.fromEntries(new URLSearchParams(searchText))

  const change = useCallback(
    (patch: Readonly<Record<string, string | undefined>>, how: 'push' | 'replace' = 'push') => {
      // The history has at once what the router learns a moment later: two changes in a row are both kept.
      const { pathname, search: before } = router.history.location
      const search = new URLSearchParams(before)
      for (const [name, value] of Object.entries(patch)) {
        if (value === undefined) search.delete(name)
        else search.set(name, value)
      }
      const text = search.toString()
      router.history[how](text === '' ? pathname : `${pathname}?${text}`)
    },
    [router],
  )
  return [parameters, change]
}
