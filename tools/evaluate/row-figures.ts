import type { HealthHint } from '@coldkeep/domain/analysis/health-hint'
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
  /** Warned faults for which there is a likely fault to name, and those that were named. */
  readonly namedRight: Count
}

const SEVERE_FROM = 0.85
const MODERATE_FROM = 0.5

/** The likely faults that are right for a fault of either family; what is not here has no name of its own. */
const rightHints: Readonly<Partial<Record<string, readonly HealthHint[]>>> = {
  leak: ['refrigerant_leak'],
  dirty_condenser: ['dirty_condenser'],
  iced_evaporator: ['iced_evaporator'],
  evaporator_fan: ['evaporator_fan'],
  door_ajar: ['door_or_seal'],
  probe_reads_high: ['probe_reads_high'],
  probe_reads_low: ['probe_reads_low'],
  contactor_welded: ['contactor_welded'],
  refrigerant_loss: ['refrigerant_leak'],
  condenser_fan_failed: ['dirty_condenser'],
  evaporator_fan_failed: ['evaporator_fan'],
  defrost_heater_failed: ['iced_evaporator'],
  door_left_open: ['door_or_seal'],
  probe_drifting: ['probe_reads_high'],
}

export function rowFigures(devices: readonly TraitedDevice[]): RowFigures {
  const faulty = devices.filter(({ judged }) => judged.fault !== null)
  const sound = devices.filter(({ judged }) => judged.fault === null)
  const between = (low: number, high: number) =>
    share(
      faulty.filter(({ judged }) => isWithin(judged.fault?.severity ?? 0, low, high)),
      (device) => warnedAfter(device, device.judged.startMs),
    )
  const nameable = faulty.filter(
    (device) => rightHints[faultOf(device)] !== undefined && warnedAfter(device, device.judged.startMs),
  )
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
    namedRight: share(nameable, isNamedRight),
  }
}

function isNamedRight(device: TraitedDevice): boolean {
  const right = rightHints[faultOf(device)] ?? []
  const { warnings, startMs } = device.judged
  return warnings.some(({ atMs, hint }) => atMs >= startMs && hint !== null && right.includes(hint))
}

function faultOf({ judged }: TraitedDevice): string {
  return judged.fault?.kind ?? ''
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
