import type { TimeSpan } from '../../kit/chart/time-series'
import { useAddress } from '../../parts/use-address'

/** Nothing shorter than this can be zoomed into. */
const LEAST_MS = 10 * 60_000

/** The part of the period that is drawn; it is in the address as seconds since 1970. */
export function useZoom(period: TimeSpan): {
  readonly window: TimeSpan
  readonly zoom: (window: TimeSpan | null) => void
} {
  const [parameters, changeAddress] = useAddress()
  const from = Math.max(period.from, Number(parameters.from) * 1000)
  const to = Math.min(period.to, Number(parameters.to) * 1000)
  const window = to - from >= LEAST_MS ? { from, to } : period

  function zoom(next: TimeSpan | null) {
    const isWhole = next === null || (next.from <= period.from && next.to >= period.to)
    if (isWhole) return changeAddress({ from: undefined, to: undefined }, 'replace')
    if (next.to - next.from < LEAST_MS) return
    const seconds = (ms: number) => String(Math.round(ms / 1000))
    changeAddress({ from: seconds(next.from), to: seconds(next.to) }, 'replace')
  }
  return { window, zoom }
}
