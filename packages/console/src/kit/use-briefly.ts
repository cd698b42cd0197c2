import { useEffect, useState } from 'react'

/** A value that is forgotten after a while; giving the same one again restarts the time. */
export function useBriefly<Value>(ms: number): readonly [Value | null, (value: Value) => void] {
  const [held, hold] = useState<{ readonly value: Value } | null>(null)
  useEffect(() => {
    if (held === null) return
    const timer = setTimeout(() => hold(null), ms)
    return () => clearTimeout(timer)
  }, [held, ms])
  return [held === null ? null : held.value, (value) => hold({ value })]
}
