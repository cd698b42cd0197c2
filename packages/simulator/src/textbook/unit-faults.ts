import type { UnitKind } from './unit-kinds'
import type { ControlName, FaultPlan } from './unit-plan'

export const unitFaults = [
  'refrigerant_loss',
  'dirty_condenser',
  'condenser_fan_failed',
  'evaporator_fan_failed',
  'iced_evaporator',
  'defrost_heater_failed',
  'endless_defrost',
  'door_left_open',
  'compressor_worn',
  'compressor_dead',
  'valve_stuck_open',
  'valve_stuck_closed',
  'probe_stuck',
  'probe_drifting',
  'probe_reads_low',
] as const
export type UnitFault = (typeof unitFaults)[number]

/** Those that break in a moment; the others grow. */
export const suddenFaults: ReadonlySet<UnitFault> = new Set<UnitFault>([
  'condenser_fan_failed',
  'evaporator_fan_failed',
  'defrost_heater_failed',
  'endless_defrost',
  'compressor_dead',
  'valve_stuck_open',
  'valve_stuck_closed',
  'probe_stuck',
])

/** What the faults of a unit do to its physics at one moment; 1 and 0 are sound. */
export interface Effects {
  /** Of the compressor's flow. */
  flow: number
  /** Liquid that comes to the coil, over what the rated capacity needs; not short of it: infinity. */
  feed: number
  efficiency: number
  condenser: number
  fans: number
  /** Share of the coil's air that ice blocks and no defrost clears. */
  blocked: number
  heater: number
  defrostExtraMinutes: number
  /** Share of the doorway that is open all the time. */
  ajar: number
  /** Chance that a start fails. */
  failsToStart: number
  valveLeast: number
  valveMost: number
  probeStuck: number
  probeK: number
}

export function soundEffects(): Effects {
  return {
    flow: 1,
    feed: Number.POSITIVE_INFINITY,
    efficiency: 1,
    condenser: 1,
    fans: 1,
    blocked: 0,
    heater: 1,
    defrostExtraMinutes: 0,
    ajar: 0,
    failsToStart: 0,
    valveLeast: 0,
    valveMost: 1,
    probeStuck: 0,
    probeK: 0,
  }
}

const DAY_MS = 86_400_000

export function severityAt(fault: FaultPlan, atMs: number): number {
  if (atMs < fault.startMs) return 0
  const grown = fault.rampDays > 0 ? (atMs - fault.startMs) / (fault.rampDays * DAY_MS) : 1
  return fault.severity * Math.min(1, grown)
}

/**
 * Sets what a fault does at a severity from 0 to 1.
 *
 * - `refrigerant_loss`: the liquid falls with the severity, so at 0.5 half of the capacity at design load is gone, and the
 *   compressor draws the starved coil down to where it finds no more (Grace, Datta and Tassou 2005; Breuker and Braun 1998).
 * - `dirty_condenser`: 0.85 of the conductance gone at 1, so the 12 K over ambient become 80 K and the pressure
 *   switch opens; `condenser_fan_failed`: the share of fans, of which still air replaces a fifth.
 * - `evaporator_fan_failed`: the share of fans, of which free convection replaces a tenth.
 * - `iced_evaporator`: the share of the face that is closed, 0.9 at 1.
 * - `defrost_heater_failed`: the share of elements. `endless_defrost`: four hours more at 1.
 * - `door_left_open`: the share of a doorway that is always open, a third at 1: a door held by a box. An open case
 *   takes in half as much again: its honeycomb is blocked.
 * - `compressor_worn`: 0.7 of the flow and 0.3 of the efficiency gone at 1: leaking valves.
 * - `compressor_dead`: the share of starts that fail. `valve_stuck_*`: the opening that it cannot leave.
 * - `probe_stuck`: the weight of the frozen value. `probe_drifting`: 6 K too high at 1. `probe_reads_low`: 5 K.
 */
export function setEffects(effects: Effects, fault: UnitFault, severity: number): void {
  switch (fault) {
    case 'refrigerant_loss':
      if (severity > 0) effects.feed = 1 - 0.95 * severity
      return
    case 'dirty_condenser':
      effects.condenser = 1 - 0.85 * severity
      return
    case 'condenser_fan_failed':
      effects.condenser = 1 - 0.8 * severity
      return
    case 'evaporator_fan_failed':
      effects.fans = 1 - 0.9 * severity
      return
    case 'iced_evaporator':
      effects.blocked = 0.9 * severity
      return
    case 'defrost_heater_failed':
      effects.heater = 1 - severity
      return
    case 'endless_defrost':
      effects.defrostExtraMinutes = 240 * severity
      return
    case 'door_left_open':
      effects.ajar = severity / 3
      return
    case 'compressor_worn':
      effects.flow = 1 - 0.7 * severity
      effects.efficiency = 1 - 0.3 * severity
      return
    case 'compressor_dead':
      effects.failsToStart = severity
      return
    case 'valve_stuck_open':
      effects.valveLeast = severity
      return
    case 'valve_stuck_closed':
      effects.valveMost = 1 - severity
      return
    case 'probe_stuck':
      effects.probeStuck = severity
      return
    case 'probe_drifting':
      effects.probeK = 6 * severity
      return
    case 'probe_reads_low':
      effects.probeK = -5 * severity
      return
  }
}

/** Whether equipment of this kind can have a fault at all. */
export function canHave(
  fault: UnitFault,
  kind: UnitKind,
  control: ControlName,
  defrostKind: string,
): boolean {
  switch (fault) {
    case 'dirty_condenser':
    case 'condenser_fan_failed':
    case 'compressor_worn':
    case 'compressor_dead':
      return !kind.isRemote
    case 'valve_stuck_open':
    case 'valve_stuck_closed':
      return control === 'solenoid' || control === 'modulating_valve'
    case 'defrost_heater_failed':
      return defrostKind !== 'off_cycle'
    default:
      return true
  }
}
