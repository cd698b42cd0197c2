const SECOND_MS = 1_000
const MINUTE_S = 60
const HOUR_S = 3_600

/** How long something lasts, as clocks show it: 0:07, 12:05, 1:02:03. */
export function clockLength(ms: number): string {
  const all = Math.max(0, Math.floor(ms / SECOND_MS))
  const [hours, minutes, seconds] = [Math.floor(all / HOUR_S), Math.floor(all / MINUTE_S) % 60, all % 60]
  const end = String(seconds).padStart(2, '0')
  return hours === 0 ? `${minutes}:${end}` : `${hours}:${String(minutes).padStart(2, '0')}:${end}`
}
