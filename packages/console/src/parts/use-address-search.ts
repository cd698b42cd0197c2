import { useEffect, useState } from 'react'
import { useAddress } from './use-address'

/** A search is sent once the typing rests. */
const REST_MS = 300

/**
 * The text of a search: what is typed is shown at once and goes into the address when the typing rests.
 * @param page name of the page that a new search starts again
 */
export function useAddressSearch(name = 'q', page = 'page'): readonly [string, (text: string) => void] {
  const [{ [name]: q = '' }, changeAddress] = useAddress()
  const [typed, setTyped] = useState<string | null>(null)
  useEffect(() => {
    if (typed === null) return
    const timer = setTimeout(() => {
      changeAddress({ [name]: typed.trim() === '' ? undefined : typed.trim(), [page]: undefined }, 'replace')
      setTyped(null)
    }, REST_MS)
    return () => clearTimeout(timer)
  }, [name, page, typed, changeAddress])
  return [typed ?? q, setTyped]
}
