import type { PointId } from '../ids'
import type { EpochMs } from '../time/instant'
import { type BranchState, idleBranch } from './branch-state'
import type { DeviceStep, DeviceWatch, PointEvent } from './device-watch'
import type { Branch } from './limit-rule'
import type { ClearReason } from './open-alarm'

const branches: readonly Branch[] = ['low', 'high', 'lost']

/**
 * Ends all alarms of a device, whatever its readings say. Its conditions start afresh at this instant, and
 * the numbering of its records continues.
 */
export function endWatch(watch: DeviceWatch, at: EpochMs, reason: ClearReason): DeviceStep {
  const events: PointEvent[] = []
  const points = Object.entries(watch.points).map(([id, point]) => {
    const pointId = Number(id) as PointId
    for (const branch of branches) {
      const { alarm } = point[branch]
      if (alarm !== null) events.push({ pointId, branch, alarm, at, kind: 'cleared', reason })
    }
    const { low, high, lost } = point
    const states = { low: idle(low), high: idle(high), lost: idle(lost) }
    return [pointId, { ...point, ...states, seenAt: at, reading: null, bad: null }] as const
  })
  return { watch: { ...watch, points: Object.fromEntries(points) }, events, lateSince: null }
}

function idle({ ordinal }: BranchState): BranchState {
  return { ...idleBranch, ordinal }
}
