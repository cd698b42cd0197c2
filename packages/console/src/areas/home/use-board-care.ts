import { useEffect, useState } from 'react'

const SHIFT_EVERY_MS = 600_000
const SHIFT_PX = 2
const POINTER_STAYS_MS = 4_000

/** The time of day, updated this often. */
export function useNow(everyMs: number): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs)
    return () => clearInterval(timer)
  }, [everyMs])
  return now
}

/** Keeps the screen awake and moves the picture by a little now and then, against burning in. Returns the shift. */
export function useBoardCare(): number {
  const [shifts, setShifts] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => setShifts((count) => count + 1), SHIFT_EVERY_MS)
    return () => clearInterval(timer)
  }, [])
  useEffect(() => {
    let lock: WakeLockSentinel | undefined
    let isOver = false
    const hold = async () => {
      if (document.visibilityState !== 'visible' || !('wakeLock' in navigator)) return
      // A browser may refuse, for example to save its battery; the board works on.
      lock = await navigator.wakeLock.request('screen').catch(() => undefined)
      if (isOver) await lock?.release()
    }
    void hold()
    // The browser takes the lock back whenever the page is hidden.
    document.addEventListener('visibilitychange', hold)
    return () => {
      isOver = true
      document.removeEventListener('visibilitychange', hold)
      void lock?.release()
    }
  }, [])
  return (shifts % 2) * SHIFT_PX
}

/** True for a few seconds after the pointer was moved. */
export function usePointerMoved(): boolean {
  const [isHere, setHere] = useState(false)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const onMove = () => {
      setHere(true)
      clearTimeout(timer)
      timer = setTimeout(() => setHere(false), POINTER_STAYS_MS)
    }
    window.addEventListener('pointermove', onMove)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('pointermove', onMove)
    }
  }, [])
  return isHere
}
