import { useEffect, useState } from 'react'

const SECOND_MS = 1_000

/** The time, a second at a time. @param isOn false stops it */
export function useSeconds(isOn: boolean): number {
  const [nowMs, setNowMs] = useState(() => Date.now())
  useEffect(() => {
    if (!isOn) return
    const tick = () => setNowMs(Date.now())
    tick()
    const timer = setInterval(tick, SECOND_MS)
    return () => clearInterval(timer)
  }, [isOn])
  return nowMs
}
