import type { PointId } from '../ids'
import { type Quality, quality } from '../points/reading'
import type { EpochMs } from '../time/instant'
import type { DeviceScan, DeviceWatch, WatchedDevice } from './device-watch'
import type { PointWatch } from './point-watch'

/** False where all that has changed can be had from the newest readings again. */
export function mustBeKept(before: DeviceWatch, after: DeviceWatch): boolean {
  if (before === after) return false
  const [a, b] = [before.defrost, after.defrost]
  if (a.forgiven !== b.forgiven || a.warm !== b.warm) return true
  return Object.entries(after.points).some(([id, now]) => {
    const then = before.points[Number(id) as PointId]
    if (then === undefined) return true
    // of a silent device the newest cycle does not say when it was heard last
    if (then.bad === null && now.bad !== null) return true
    return then.low !== now.low || then.high !== now.high || then.lost !== now.lost
  })
}

/** A kept watch beside the newest cycle, of which it need not know yet. */
export function resumeDevice(watch: DeviceWatch, device: WatchedDevice, newest: DeviceScan): DeviceWatch {
  const { at } = newest
  const points = { ...watch.points }
  for (const { pointId } of device.points) {
    const known = points[pointId]
    const sample = newest.sample(pointId)
    if (known === undefined || sample === null || at <= (known.reading?.at ?? 0)) continue
    points[pointId] = resumed(known, { at, ...sample })
  }
  const hasGoneOn = watch.scannedAt === null || at > watch.scannedAt
  return { ...watch, points, scannedAt: hasGoneOn ? at : watch.scannedAt }
}

function resumed(
  known: PointWatch,
  { at, value, quality: code }: { at: EpochMs; value: number | null; quality: Quality },
): PointWatch {
  if (code === quality.good && value !== null)
    return { ...known, seenAt: at, bad: null, reading: { at, value } }
  if (code === quality.stale || code === quality.clockUntrusted) return { ...known, seenAt: at, bad: null }
  return { ...known, bad: { at, quality: code } }
}
