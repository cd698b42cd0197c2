import { below, between, pick, type RandomState, randomStream } from '../random'
import { climatePlans, type HeatWave } from './climate'
import { type ConfounderPlan, confounders } from './confounders'
import type { DefrostPlan } from './defrost'
import { inSteps } from './probe'
import { canHave, suddenFaults, unitFaults } from './unit-faults'
import { type UnitKind, type UnitKindName, unitKinds } from './unit-kinds'
import {
  type ControlName,
  type FaultPlan,
  type MissingPoint,
  missingPoints,
  type UnitPlan,
} from './unit-plan'

/** What a drawn unit is for: nothing happens, something harmless happens, or it breaks. */
export type UnitRole = 'healthy' | 'confounded' | 'faulty'

export interface DrawnRecord {
  readonly fromMs: number
  readonly days: number
  /** Day of the record on which the fault or confounder begins. */
  readonly changeDay: number
  readonly rampDays: number
}

type Place = (typeof climatePlans)[keyof typeof climatePlans]

const DAY_MS = 86_400_000
const SUPPLY_COLDER_K = 2.5
const kindNames = Object.keys(unitKinds) as [UnitKindName, ...UnitKindName[]]

const controlsOf: Readonly<Record<UnitKindName, readonly [ControlName, ...ControlName[]]>> = {
  chilledCabinet: ['on_off'],
  freezerIsland: ['on_off', 'inverter'],
  inverterCase: ['inverter'],
  multideck: ['modulating_valve', 'solenoid'],
  frozenRemoteCase: ['solenoid', 'modulating_valve'],
  chillRoom: ['on_off', 'inverter'],
  freezerRoom: ['on_off'],
}

/** The unit of a seed: the same every time. `turn` walks through kinds, faults and confounders so that all occur. */
export function drawUnit(seed: number, turn: number, role: UnitRole, record: DrawnRecord): UnitPlan {
  const random = randomStream(seed, 'plan', turn)
  const kindName = kindNames[turn % kindNames.length] as UnitKindName
  const kind = unitKinds[kindName]
  const control = pick(random, controlsOf[kindName])
  const supplyShare = pick<number>(random, [0, 0.3, 0.5, 1])
  const confounder = role === 'confounded' ? drawConfounder(random, turn, record) : null
  const defrost = drawDefrost(random, kind, confounder)
  const opensAllDay = below(random, 3) === 0 && !needsClosing(confounder)
  const fault = role === 'faulty' ? drawFault(random, turn, kind, control, defrost, record) : null
  const climate = pick<Place>(random, [
    climatePlans.subtropical,
    climatePlans.temperate,
    climatePlans.continental,
  ])
  return {
    seed: (seed ^ Math.imul(turn + 1, 0x9e3779b1)) >>> 0,
    fromMs: record.fromMs,
    days: record.days,
    kind: kindName,
    control,
    capacityFactor: between(random, 0.9, 1.2),
    customersFactor: between(random, 0.6, 1.4),
    // Whoever sets a case up by its supply air sets it lower, until the goods are right.
    setpointC: inSteps(kind.setpointC - SUPPLY_COLDER_K * supplyShare + between(random, -0.6, 0.6), 0.1),
    differentialK: kind.differentialK,
    nightSetbackK: below(random, 4) === 0 ? 1 : 0,
    floatingSuctionK: kind.isRemote && below(random, 2) === 0 ? 2 : 0,
    defrost,
    probe: {
      resolutionK: pick(random, [0.1, 0.5, 1]),
      lagSeconds: between(random, 45, 240),
      noiseK: between(random, 0, 0.08),
      offsetK: between(random, -0.5, 0.5),
      driftKPerDay: between(random, -0.002, 0.002),
    },
    supplyShare,
    poll: {
      periodSeconds: pick(random, [60, 120, 300, 30]),
      jitterSeconds: between(random, 0, 4),
      lostShare: between(random, 0.0002, 0.008),
      gaps: drawGaps(random, record),
      missing: drawMissing(random, confounder),
      runSignal:
        control === 'inverter' || control === 'modulating_valve' ? pick(random, ['bit', 'percent']) : 'bit',
      hasProductProbe: below(random, 4) === 0,
    },
    shop: opensAllDay
      ? { opensAtMinute: 0, closesAtMinute: 0, closedDays: [] }
      : { opensAtMinute: 480, closesAtMinute: 1_320, closedDays: holidays(confounder, record) },
    climate: {
      ...climate,
      heatWaves: heatWaves(confounder),
      trendKPerDay: confounder?.kind === 'season' ? 0.35 : 0,
    },
    confounder,
    fault,
  }
}

const longestMinutes = { off_cycle: 20, electric: 25, hot_gas: 15 } as const

function drawDefrost(random: RandomState, kind: UnitKind, confounder: ConfounderPlan | null): DefrostPlan {
  const isFrozen = kind.setpointC < -5
  const defrostKind = isFrozen
    ? pick(random, ['electric', 'hot_gas'] as const)
    : pick(random, ['off_cycle', 'electric', 'off_cycle'] as const)
  const perDay = isFrozen ? 3 : 4
  const first = below(random, 360)
  const clock = Array.from({ length: perDay }, (_, index) => (first + (index * 1_440) / perDay) % 1_440)
  const byClock = { by: 'clock', minutesOfDay: clock } as const
  return {
    kind: defrostKind,
    start:
      confounder?.kind === 'changed_schedule'
        ? byClock
        : pick<DefrostPlan['start']>(random, [
            byClock,
            { by: 'interval', hours: isFrozen ? 8 : 6 },
            { by: 'demand', flowBelow: 0.75, leastHours: 4, mostHours: 24 },
          ]),
    endC: defrostKind === 'off_cycle' || below(random, 4) === 0 ? null : between(random, 6, 11),
    longestMinutes: longestMinutes[defrostKind],
    dripMinutes: isFrozen ? 3 : 1,
    fanDelayMinutes: isFrozen ? 2 : 0,
  }
}

/** Severe, moderate and mild. */
const severities = [
  [0.85, 1],
  [0.5, 0.85],
  [0.2, 0.5],
] as const

function drawFault(
  random: RandomState,
  turn: number,
  kind: UnitKind,
  control: ControlName,
  defrost: DefrostPlan,
  record: DrawnRecord,
): FaultPlan {
  const possible = unitFaults.filter((fault) => canHave(fault, kind, control, defrost.kind))
  // Kinds begin the list at different places, so that 72 turns, a usual run, meet every fault.
  const round = Math.floor(turn / kindNames.length) + 2 * (turn % kindNames.length)
  const chosen = possible[round % possible.length] as FaultPlan['kind']
  const [low, high] = pick<readonly [number, number]>(random, severities)
  return {
    kind: chosen,
    severity: between(random, low, high),
    startMs: record.fromMs + record.changeDay * DAY_MS + between(random, 0, DAY_MS / 2),
    rampDays: suddenFaults.has(chosen) ? 0 : record.rampDays,
  }
}

function drawConfounder(random: RandomState, turn: number, record: DrawnRecord): ConfounderPlan {
  return {
    kind: confounders[turn % confounders.length] as ConfounderPlan['kind'],
    startMs: record.fromMs + (record.changeDay + 0.35) * DAY_MS,
    amount: between(random, 0.2, 1),
  }
}

function heatWaves(confounder: ConfounderPlan | null): HeatWave[] {
  if (confounder?.kind !== 'heat_wave') return []
  return [{ startMs: confounder.startMs, days: 6, warmerK: 5 + 5 * confounder.amount }]
}

function holidays(confounder: ConfounderPlan | null, { changeDay }: DrawnRecord): number[] {
  return confounder?.kind === 'holiday' ? [changeDay + 1, changeDay + 2, changeDay + 3, changeDay + 4] : []
}

function drawGaps(random: RandomState, { fromMs, days }: DrawnRecord) {
  return Array.from({ length: below(random, 4) }, () => {
    const startMs = fromMs + between(random, 0, days) * DAY_MS
    return { startMs, endMs: startMs + between(random, 0.3, 8) * 3_600_000 }
  })
}

/** At most one is missing, so that each can be judged by itself; who replaces a meter has one. */
function drawMissing(random: RandomState, confounder: ConfounderPlan | null): MissingPoint[] {
  const missing = below(random, 2) === 0 ? [] : [pick<MissingPoint>(random, missingPoints)]
  return confounder?.kind === 'replaced_meter' ? missing.filter((point) => point !== 'power') : missing
}

/** Only a shop that closes has nights and closed days. */
function needsClosing(confounder: ConfounderPlan | null): boolean {
  return confounder?.kind === 'holiday' || confounder?.kind === 'new_night_setback'
}
