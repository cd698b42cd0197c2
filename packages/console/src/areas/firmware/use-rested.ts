import { useEffect, useState } from 'react'

/** Counting reads much, so it begins once typing and choosing rest. */
const REST_MS = 500

/** A value as it was when it last rested; compared by what it holds. */
export function useRested<Value>(value: Value): Value {
  const [rested, setRested] = useState(value)
  const key = JSON.stringify(value)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key is what the value holds
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), REST_MS)
    return () => clearTimeout(timer)
  }, [key])
  return rested
}
