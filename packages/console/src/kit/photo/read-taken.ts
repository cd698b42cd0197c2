// of tests too, whose program does not hold this folder
/// <reference path="./exifr-lite.d.ts" />

/** `2026:11:20 14:24:05`, as cameras write times. */
const CAMERA_TIME = /^(\d{4}):(\d\d):(\d\d) (\d\d):(\d\d):(\d\d)/
const OFFSET = /^([+-])(\d\d):(\d\d)$/
const MINUTE_MS = 60_000
/** What cameras write stands before the picture, in 64 kB at most. */
const READ_BYTES = 256 * 1024

// only who adds photos needs it
const reader = () => import('exifr/dist/lite.esm.mjs')

/** Has at hand what reads pictures, for where there is no connection any more. */
export function prepareReading(): void {
  reader().catch(() => undefined)
}

/**
 * When a picture was taken, by what its camera wrote into it. Where it wrote no offset from UTC, its clock is taken for
 * that of this browser.
 * @returns epoch milliseconds; `null` where the picture does not say it
 */
export async function readTaken(file: Blob): Promise<number | null> {
  try {
    const { parse } = await reader()
    const tags = await parse(await file.slice(0, READ_BYTES).arrayBuffer(), { reviveValues: false })
    return takenAt(tags?.DateTimeOriginal, tags?.OffsetTimeOriginal)
  } catch {
    return null
  }
}

/** The instant of a time and an offset as cameras write them; `null` where the time is none. */
export function takenAt(time: unknown, offset: unknown): number | null {
  const parts = typeof time === 'string' ? CAMERA_TIME.exec(time) : null
  if (parts === null) return null
  const [year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0] = parts.slice(1).map(Number)
  const zone = typeof offset === 'string' ? OFFSET.exec(offset) : null
  const at =
    zone === null
      ? new Date(year, month - 1, day, hour, minute, second).getTime()
      : Date.UTC(year, month - 1, day, hour, minute, second) - offsetMs(zone)
  // a camera whose clock was never set says the year 0
  return year > 1990 && Number.isFinite(at) ? at : null
}

function offsetMs([, sign, hours, minutes]: readonly string[]): number {
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * MINUTE_MS
}
