import type { PointKind, PointUnit } from '@coldkeep/domain/points/point'
import { lineCurrentA, powerFactorOf } from '../physics/store-load'
import type { CaseRun, DeviceRun, HotCaseRun, MeterRun } from './device-run'

/** A point as far as its meaning goes. */
export interface NamedPoint {
  readonly name: string
  readonly kind: PointKind
  readonly unit: PointUnit
}

/** Reads one quantity of a device in the unit of its point; `null` where the device has no such sensor. */
export type Reader = () => number | null

const HEALTHY_SUPERHEAT_K = 7
const STARVED_SUPERHEAT_K = 14
const ALARM_ABOVE_BAND_K = 5
const ALARM_BELOW_SETPOINT_K = 4

/** How a point of this device gets its value. The kind decides; points of kind `other` go by their name. */
export function readerOf(run: DeviceRun, point: NamedPoint): Reader {
  const quantity = run.kind === 'meter' ? meterQuantity(run, point) : caseQuantity(run, point)
  if (quantity === null) return () => null
  const step = 10 ** decimalsOf(point.unit)
  const perUnit = point.unit === 'kW' || point.unit === 'kvar' || point.unit === 'kVA' ? 1e-3 : 1
  return () => {
    const value = quantity()
    return value === null ? null : Math.round(value * perUnit * step) / step
  }
}

/** What the point may be set to, or `null` where it is read only. */
export function writableRange(
  run: DeviceRun,
  point: NamedPoint,
): { readonly low: number; readonly high: number } | null {
  if (run.kind === 'meter') return null
  if (point.kind === 'setpoint') {
    return run.kind === 'hot_case' ? { low: 40, high: 90 } : { low: -40, high: 25 }
  }
  if (point.kind === 'differential') return { low: 0.1, high: 20 }
  return run.kind === 'case' && isDefrostStart(point) ? { low: 0, high: 1 } : null
}

/** Carries out a write that {@link writableRange} allows. */
export function writeQuantity(run: DeviceRun, point: NamedPoint, value: number): void {
  if (run.kind === 'meter') return
  if (point.kind === 'setpoint') run.spec = { ...run.spec, setpointC: value } as typeof run.spec
  else if (point.kind === 'differential') run.spec = { ...run.spec, differentialK: value } as typeof run.spec
  else if (run.kind === 'case' && isDefrostStart(point) && value !== 0) {
    if (run.state.defrostPhase !== 'none') return
    run.state.defrostPhase = 'defrosting'
    run.state.phaseSeconds = 0
    run.state.defrosts++
  }
}

function decimalsOf(unit: PointUnit): number {
  switch (unit) {
    case '°C':
    case 'K':
    case 'V':
      return 1
    case 'kW':
    case 'kvar':
    case 'kVA':
    case 'kWh':
    case 'kvarh':
      return 3
    case 'A':
    case 'Hz':
    case '':
      return 2
    default:
      return 0
  }
}

function caseQuantity(run: CaseRun | HotCaseRun, point: NamedPoint): Reader | null {
  const { state } = run
  switch (point.kind) {
    case 'air_temperature':
      return () => state.measuredAirC
    case 'setpoint':
      return () => run.spec.setpointC
    case 'differential':
      return () => run.spec.differentialK
    case 'compressor':
      return run.kind === 'case' ? () => flag(run.state.isCompressorOn) : () => flag(run.state.isHeaterOn)
    case 'product_temperature':
      return run.kind === 'case' ? () => run.state.productC : () => run.state.airC
    case 'controller_alarm':
      return () => flag(isAlarming(run))
    case 'power':
      return run.kind === 'case' ? () => casePowerW(run) : () => run.state.heaterPowerW
  }
  return run.kind === 'case' ? refrigerationQuantity(run, point) : byName(hotCaseNames, run, point.name)
}

function refrigerationQuantity(run: CaseRun, point: NamedPoint): Reader | null {
  const { state } = run
  switch (point.kind) {
    case 'evaporator_temperature':
      return () => state.coilC
    case 'evaporating_temperature':
      return () => state.evaporatingC
    case 'superheat':
      return () =>
        state.isCompressorOn ? HEALTHY_SUPERHEAT_K + STARVED_SUPERHEAT_K * (1 - run.effects.charge) : 0
    case 'valve_opening':
      return () => (state.isCompressorOn ? 60 + 40 * (1 - run.effects.charge) : 0)
    case 'defrost':
      return () => flag(state.defrostPhase === 'defrosting')
    case 'fan':
      return () => flag(run.spec.heaterW === 0 || state.defrostPhase === 'none')
    case 'door':
      return () => flag(state.doorSeconds > 0)
    default:
      return byName(caseNames, run, point.name)
  }
}

/** Points that the makers' tables have besides those that every analysis uses. First match wins. */
const caseNames: readonly [RegExp, (run: CaseRun) => number | null][] = [
  [/^alarm air/i, (run) => run.state.measuredAirC],
  [/^air s3/i, (run) => run.state.measuredAirC + 0.8],
  [/^air s4/i, (run) => run.state.measuredAirC - (run.state.isCompressorOn ? 2 : 0.5)],
  [/^probe 1$/i, (run) => run.state.measuredAirC],
  [/^probe 2$/i, (run) => run.state.coilC],
  [/^evaporator outlet/i, (run) => run.state.evaporatingC + (run.state.isCompressorOn ? 7 : 0)],
  [/superheat reference/i, () => HEALTHY_SUPERHEAT_K],
  [/cut-in temperature/i, (run) => run.spec.setpointC + run.spec.differentialK],
  [/^control state/i, controlState],
  [/^main switch/i, () => 1],
  [/^defrost start/i, (run) => flag(run.state.defrostPhase === 'defrosting')],
  [/defrost stop temperature|defrost end temperature/i, (run) => run.spec.defrostEndC],
  [/^defrost interval/i, (run) => run.spec.defrostEveryMinutes / 60],
  [/^longest defrost/i, (run) => run.spec.longestDefrostSeconds / 60],
  [/^fan stop/i, (run) => run.spec.setpointC - 3],
  [/^anti short cycle/i, () => 3],
  [/^lowest set point/i, () => -40],
  [/^highest set point/i, () => 25],
  [/^high alarm/i, (run) => run.spec.setpointC + run.spec.differentialK + ALARM_ABOVE_BAND_K],
  [/^low alarm/i, (run) => run.spec.setpointC - ALARM_BELOW_SETPOINT_K],
  [/^high condenser alarm/i, () => 65],
  [/^frost protection/i, (run) => run.spec.setpointC - 12],
  [/^alarm delay at start-up/i, () => 120],
  [/^alarm delay/i, () => 30],
  [/night condition/i, () => 0],
]

const hotCaseNames: readonly [RegExp, (run: HotCaseRun) => number | null][] = [
  [/^alarm air|^probe 1$/i, (run) => run.state.measuredAirC],
  [/^high alarm/i, (run) => run.spec.setpointC + 10],
  [/^low alarm/i, (run) => run.spec.setpointC - run.spec.differentialK - ALARM_ABOVE_BAND_K],
]

/** Status codes of the maker's list: 0 cooling, 4 dripping, 11 stopped by the thermostat, 14 defrost, 15 fan delay. */
function controlState(run: CaseRun): number {
  switch (run.state.defrostPhase) {
    case 'defrosting':
      return 14
    case 'dripping':
      return 4
    case 'fan_delay':
      return 15
    case 'none':
      return run.state.isCompressorRequested ? 0 : 11
  }
}

function meterQuantity(run: MeterRun, point: NamedPoint): Reader | null {
  const { state, spec } = run
  const phase = phaseOf(point.name)
  switch (point.kind) {
    case 'power':
      return () => state.powerW
    case 'energy':
      return () => state.energyKwh
    case 'reactive_energy':
      return () => state.reactiveKvarh
    case 'power_factor':
      return () => powerFactorOf(state)
    case 'voltage':
      return () => (state.voltageV / Math.sqrt(3)) * voltageShares[phase]
    case 'current':
      return () => lineCurrentA(state) * loadShares[phase]
    case 'outdoor_temperature':
      return () => state.outdoorC
    case 'frequency':
      return () => (spec.mainsHz > 0 ? state.frequencyHz : null)
    default:
      return byName(meterNames, run, point.name)
  }
}

/** No shop loads its three phases alike; position 0 is the mean of them. */
const loadShares = [1, 1.06, 0.97, 0.97] as const
const voltageShares = [1, 0.998, 1.001, 1.001] as const
type Phase = 0 | 1 | 2 | 3

function phaseOf(name: string): Phase {
  const found = /\bL([123])\b/.exec(name)
  return found ? (Number(found[1]) as Phase) : 0
}

/** A line carries its share of a third; without a line in the name it is the whole. */
function lineShare(name: string): number {
  const phase = phaseOf(name)
  return phase === 0 ? 1 : loadShares[phase] / 3
}

const meterNames: readonly [RegExp, (run: MeterRun, name: string) => number | null][] = [
  [/reactive energy export|^energy export/i, () => 0],
  [/reactive energy/i, (run, name) => run.state.reactiveKvarh * lineShare(name)],
  [/^energy/i, (run, name) => run.state.energyKwh * lineShare(name)],
  [/^reactive power/i, (run, name) => run.state.reactiveVar * lineShare(name)],
  [/^apparent power/i, (run, name) => Math.hypot(run.state.powerW, run.state.reactiveVar) * lineShare(name)],
  [/^active power/i, (run, name) => run.state.powerW * lineShare(name)],
  [/^power factor/i, (run) => powerFactorOf(run.state)],
  [/^phase angle/i, (run) => (Math.acos(powerFactorOf(run.state)) * 180) / Math.PI],
  [/harmonic distortion/i, () => 3],
]

function byName<Run>(
  names: readonly [RegExp, (run: Run, name: string) => number | null][],
  run: Run,
  name: string,
): Reader | null {
  const found = names.find(([pattern]) => pattern.test(name))
  if (!found) return null
  const [, read] = found
  return () => read(run, name)
}

function isDefrostStart(point: NamedPoint): boolean {
  return /^defrost start/i.test(point.name)
}

function isAlarming(run: CaseRun | HotCaseRun): boolean {
  if (run.kind === 'case' && run.state.defrostPhase !== 'none') return false
  const above = run.state.measuredAirC - run.spec.setpointC
  return run.kind === 'case'
    ? above > run.spec.differentialK + ALARM_ABOVE_BAND_K || above < -ALARM_BELOW_SETPOINT_K
    : above > ALARM_ABOVE_BAND_K || above < -run.spec.differentialK - ALARM_ABOVE_BAND_K
}

function casePowerW(run: CaseRun): number {
  return run.state.compressorPowerW + run.state.heaterPowerW + run.state.otherPowerW
}

function flag(isOn: boolean): number {
  return isOn ? 1 : 0
}
