import { takesValue } from '../polling/check-write-row'
import type { ModelWrite } from '../polling/device-model'

/** A write that sets a point to something else. */
export interface OppositeWrite {
  readonly code: string
  readonly setsTo: number
}

/** The only other write that sets the same point to something else, where no value is taken. */
export function oppositeOf(write: ModelWrite, writes: readonly ModelWrite[]): OppositeWrite | null {
  if (takesValue(write) || write.pointName === '' || write.setsTo === null) return null
  const others = writes.flatMap(({ commandCode, pointName, setsTo }) =>
    pointName === write.pointName && setsTo !== null && setsTo !== write.setsTo
      ? [{ code: commandCode, setsTo }]
      : [],
  )
  return others.length === 1 ? (others[0] ?? null) : null
}
