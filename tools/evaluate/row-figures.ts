import type { NamedFault } from '@coldkeep/domain/analysis/health-hint'
import type { JudgedDevice } from './judge-device'
import { rightHints } from './right-hints'
import type { TraitedDevice } from './traits'
import { timetable } from './trial-plan'

/** So many out of so many. */
export interface Count {
  readonly count: number
  readonly of: number
}

/** What is said of a set of devices in one row. */
export interface RowFigures {
  /** Days after the baseline on which nothing was broken, whatever harmless thing happened. */
  readonly deviceDays: number
  readonly falseWarnings: number
  /** Faulty devices that were warned of, by how severe the fault gets. */
  readonly severe: Count
  readonly moderate: Count
  readonly mild: Count
  readonly healthyWarned: Count
  readonly confoundedWarned: Count
  /** Faulty devices that were warned of. */
  readonly warned: Count
  /** Of the faults that were followed for a day after their first warning, those of which something was named. */
  readonly named: Count
  /** Of those, the ones named rightly. */
  readonly namedRight: Count
}

export const SEVERE_FROM = 0.85
export const MODERATE_FROM = 0.5

export function rowFigures(devices: readonly TraitedDevice[]): RowFigures {
  const faulty = devices.filter(({ judged }) => judged.fault !== null)
  const sound = devices.filter(({ judged }) => judged.fault === null)
  const between = (low: number, high: number) =>
    share(
      faulty.filter(({ judged }) => isWithin(judged.fault?.severity ?? 0, low, high)),
      (device) => warnedAfter(device, device.judged.startMs),
    )
  const followed = faulty.filter(({ judged }) => judged.dayLater !== null)
  const isNamed = ({ judged }: TraitedDevice) => (judged.dayLater?.named ?? null) !== null
  return {
    deviceDays:
      faulty.length * (timetable.faultStarts - timetable.baselineEnds) +
      sound.length * (timetable.ends - timetable.baselineEnds),
    falseWarnings:
      sound.reduce((sum, { judged }) => sum + judged.warnings.length, 0) +
      faulty.reduce(
        (sum, { judged }) => sum + judged.warnings.filter(({ atMs }) => atMs < judged.startMs).length,
        0,
      ),
    severe: between(SEVERE_FROM, Number.POSITIVE_INFINITY),
    moderate: between(MODERATE_FROM, SEVERE_FROM),
    mild: between(0, MODERATE_FROM),
    healthyWarned: share(
      sound.filter(({ confounded }) => confounded === null),
      ({ judged }) => judged.warnings.length > 0,
    ),
    confoundedWarned: share(
      sound.filter(({ confounded }) => confounded !== null),
      (device) => warnedAfter(device, device.confounded?.startMs ?? 0),
    ),
    warned: share(faulty, (device) => warnedAfter(device, device.judged.startMs)),
    named: share(followed, isNamed),
    namedRight: share(followed.filter(isNamed), ({ judged }) =>
      isRight(judged, judged.dayLater?.named ?? null),
    ),
  }
}

/** Whether what was named is the fault of the device. */
export function isRight({ fault }: Pick<JudgedDevice, 'fault'>, named: NamedFault | null): boolean {
  return named !== null && (rightHints[fault?.kind ?? '']?.includes(named.hint) ?? false)
}

function warnedAfter({ judged }: TraitedDevice, fromMs: number): boolean {
  return judged.warnings.some(({ atMs }) => atMs >= fromMs && atMs < judged.endMs)
}

function isWithin(value: number, low: number, high: number): boolean {
  return value >= low && value < high
}

function share(devices: readonly TraitedDevice[], isCounted: (device: TraitedDevice) => boolean): Count {
  return { count: devices.filter(isCounted).length, of: devices.length }
}
