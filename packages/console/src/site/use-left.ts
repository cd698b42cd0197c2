import { useCallback, useEffect, useRef } from 'react'

/** The signal of this part of the screen, as it is now: given once the person has left it. */
export function useLeft(): () => AbortSignal {
  const leaving = useRef(new AbortController())
  useEffect(() => {
    leaving.current = new AbortController()
    return () => leaving.current.abort()
  }, [])
  return useCallback(() => leaving.current.signal, [])
}
