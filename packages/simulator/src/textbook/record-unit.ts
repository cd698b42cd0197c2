import type { PointKind } from '@coldkeep/domain/points/point'
import { type Quality, quality } from '@coldkeep/domain/points/reading'
import type { Series } from '@coldkeep/domain/points/series'
import { between, type RandomState, randomStream, uniform } from '../random'
import { inSteps, sendTemperature } from './probe'
import { stepUnit } from './step-unit'
import type { MissingPoint, UnitPlan } from './unit-plan'
import { startUnit, type UnitState } from './unit-state'

/** What the terminal sent of a unit, and what was really so. */
export interface UnitRecord {
  /** All at the same instants; a value that did not come is NaN, and `qualities` says why. */
  readonly points: ReadonlyMap<PointKind, Series>
  readonly qualities: Uint8Array
  readonly trueProduct: Series
  /** When the food had been above its limit for the time that it may, after the fault; `null`: never. */
  readonly unsafeAtMs: number | null
}

interface Column {
  readonly kind: PointKind
  readonly missing: MissingPoint | null
  read(state: UnitState, plan: UnitPlan, random: RandomState): number
}

const POWER_STEP_KW = 0.001
const ENERGY_STEP_KWH = 0.01

const columns: readonly Column[] = [
  {
    kind: 'air_temperature',
    missing: null,
    read: ({ probe }, plan, random) => sendTemperature(probe.readC, plan.probe, random),
  },
  {
    kind: 'evaporator_temperature',
    missing: 'evaporator',
    read: ({ coilC }, plan, random) => sendTemperature(coilC, plan.probe, random),
  },
  { kind: 'setpoint', missing: 'setpoint', read: ({ setpointC }) => inSteps(setpointC, 0.1) },
  {
    kind: 'defrost',
    missing: 'defrost',
    read: ({ defrost }) => (defrost.phase === 'heat' || defrost.phase === 'drip' ? 1 : 0),
  },
  {
    kind: 'door',
    missing: 'door',
    read: ({ doorLeftS, effects }) => (doorLeftS > 0 || effects.ajar > 0.05 ? 1 : 0),
  },
  { kind: 'power', missing: 'power', read: ({ powerW }) => inSteps(powerW / 1000, POWER_STEP_KW) },
]
const runBit: Column = {
  kind: 'compressor',
  missing: 'compressor',
  read: ({ control, kind, opening }) => ((kind.isRemote ? control.demand : opening) > 0 ? 1 : 0),
}
const runPercent: Column = {
  kind: 'valve_opening',
  missing: null,
  read: ({ control }) => Math.round(100 * control.demand),
}
const superheat: Column = {
  kind: 'superheat',
  missing: null,
  read: ({ superheatK }) => inSteps(superheatK, 0.1),
}
const productProbe: Column = {
  kind: 'product_temperature',
  missing: null,
  read: ({ surfaceC }, plan, random) => sendTemperature(surfaceC, plan.probe, random),
}

/** Points that a unit with this plan offers. An open case has no door; an inverter's speed is not a valve. */
function columnsOf(plan: UnitPlan, state: UnitState): Column[] {
  const { runSignal, hasProductProbe, missing } = plan.poll
  const speed: Column = plan.control === 'inverter' ? { ...runPercent, kind: 'compressor_speed' } : runPercent
  const all = [
    ...columns,
    ...(runSignal === 'bit' ? [runBit] : [speed]),
    ...(plan.control === 'modulating_valve' ? [superheat] : []),
    ...(hasProductProbe ? [productProbe] : []),
  ]
  return all.filter(
    ({ kind, missing: as }) =>
      (as === null || !missing.includes(as)) && (kind !== 'door' || state.kind.door !== null),
  )
}

const UNSAFE_AFTER_MS = 3_600_000 * 2
export const foodLimitC = { FZ: -18, IC: -20, C4: 5, C7: 7, F18: 20, HOT: 65 } as const

/** Runs a unit through its record. @param onStep sees the physics after each step */
export function recordUnit(plan: UnitPlan, onStep?: (state: UnitState) => void): UnitRecord {
  const state = startUnit(plan)
  const random = randomStream(plan.seed, 'line')
  const offered = columnsOf(plan, state)
  const counter = counterColumn(plan)
  const { periodSeconds, jitterSeconds, lostShare, gaps } = plan.poll
  const count = Math.floor((plan.days * 86_400) / periodSeconds)
  const timesMs = new Float64Array(count)
  const values = offered.map(() => new Float64Array(count))
  const energy = new Float64Array(count)
  const product = new Float64Array(count)
  const qualities = new Uint8Array(count)
  const limitC = foodLimitC[state.kind.zone]
  let warmSinceMs = Number.NaN
  let unsafeAtMs: number | null = null
  for (let row = 0; row < count; row++) {
    const dueS = row * periodSeconds
    while (state.sinceS <= dueS) {
      stepUnit(state)
      onStep?.(state)
    }
    const atMs = plan.fromMs + (dueS + between(random, 0, jitterSeconds)) * 1000
    timesMs[row] = Math.round(atMs)
    product[row] = state.surfaceC
    const lost = lostQuality(uniform(random), lostShare, gaps, atMs)
    qualities[row] = lost
    for (const [index, column] of offered.entries()) {
      const value = column.read(state, plan, random)
      ;(values[index] as Float64Array)[row] = lost === quality.good ? value : Number.NaN
    }
    energy[row] = lost === quality.good ? counter(state, atMs) : Number.NaN
    if (state.surfaceC <= limitC) warmSinceMs = Number.NaN
    else if (Number.isNaN(warmSinceMs)) warmSinceMs = atMs
    const isFaulty = plan.fault !== null && atMs >= plan.fault.startMs
    if (unsafeAtMs === null && isFaulty && atMs - warmSinceMs >= UNSAFE_AFTER_MS) unsafeAtMs = atMs
  }
  const points = new Map<PointKind, Series>()
  for (const [index, column] of offered.entries()) {
    points.set(column.kind, { timesMs, values: values[index] as Float64Array })
  }
  if (!plan.poll.missing.includes('power')) points.set('energy', { timesMs, values: energy })
  return { points, qualities, trueProduct: { timesMs, values: product }, unsafeAtMs }
}

/** The meter's counter; a replaced meter begins again at nothing. */
function counterColumn(plan: UnitPlan): (state: UnitState, atMs: number) => number {
  const startsKwh = 1_000 + (plan.seed % 9_000)
  const replacedMs =
    plan.confounder?.kind === 'replaced_meter' ? plan.confounder.startMs : Number.POSITIVE_INFINITY
  let beganKwh = -startsKwh
  return ({ energyKwh }, atMs) => {
    if (atMs >= replacedMs && beganKwh === -startsKwh) beganKwh = energyKwh
    return inSteps(energyKwh - beganKwh, ENERGY_STEP_KWH)
  }
}

function lostQuality(luck: number, share: number, gaps: UnitPlan['poll']['gaps'], atMs: number): Quality {
  if (gaps.some(({ startMs, endMs }) => atMs >= startMs && atMs < endMs)) return quality.timeout
  if (luck >= share) return quality.good
  return luck < share * 0.2 ? quality.malformed : quality.timeout
}
