import { describe, expect, test } from 'vitest'
import { drawUnit } from './draw-unit'
import { FUSION_J_PER_KG } from './moist-air'
import { foodLimitC, recordUnit } from './record-unit'
import { stepCoil } from './step-coil'
import { STEP_S } from './step-unit'
import type { UnitFault } from './unit-faults'
import { type UnitKindName, unitKinds } from './unit-kinds'
import type { ControlName, UnitPlan } from './unit-plan'
import { startUnit, type UnitState } from './unit-state'

const FROM_MS = Date.UTC(2025, 5, 1)
const DAY_MS = 86_400_000
const steady = {
  yearMeanC: 25,
  yearSwingK: 0,
  daySwingK: 0,
  dayNoiseK: 0,
  dewDepressionK: 9,
  heatWaves: [],
  trendKPerDay: 0,
}

function planOf(kind: UnitKindName, control: ControlName, changes: Partial<UnitPlan> = {}): UnitPlan {
  const isFrozen = unitKinds[kind].setpointC < -5
  const drawn = drawUnit(3, 0, 'healthy', { fromMs: FROM_MS, days: 6, changeDay: 2, rampDays: 0 })
  return {
    ...drawn,
    kind,
    control,
    capacityFactor: 1,
    customersFactor: 1,
    setpointC: unitKinds[kind].setpointC,
    differentialK: unitKinds[kind].differentialK,
    nightSetbackK: 0,
    floatingSuctionK: 0,
    defrost: {
      kind: isFrozen ? 'electric' : 'off_cycle',
      start: { by: 'interval', hours: isFrozen ? 8 : 6 },
      endC: isFrozen ? 8 : null,
      longestMinutes: isFrozen ? 25 : 20,
      dripMinutes: 2,
      fanDelayMinutes: isFrozen ? 2 : 0,
    },
    probe: { resolutionK: 0.1, lagSeconds: 60, noiseK: 0, offsetK: 0, driftKPerDay: 0 },
    supplyShare: 0,
    poll: { ...drawn.poll, periodSeconds: 300, gaps: [], lostShare: 0, missing: [], runSignal: 'bit' },
    shop: { opensAtMinute: 0, closesAtMinute: 0, closedDays: [] },
    climate: steady,
    ...changes,
  }
}

interface Means {
  readonly airC: number
  readonly goodsC: number
  readonly condensingC: number
  readonly duty: number
  readonly powerW: number
  readonly heatW: number
  readonly loadW: number
  readonly iceKg: number
  readonly heatingShare: number
  readonly evaporatingC: number
  readonly superheatK: number
  readonly readC: number
}

/** Means over the last days of a record. */
function meansOf(plan: UnitPlan, fromDay: number): Means {
  let count = 0
  const sums = {
    airC: 0,
    goodsC: 0,
    condensingC: 0,
    duty: 0,
    powerW: 0,
    heatW: 0,
    loadW: 0,
    iceKg: 0,
    heatingShare: 0,
    evaporatingC: 0,
    superheatK: 0,
    readC: 0,
  }
  const running = { steps: 0, evaporatingC: 0 }
  recordUnit(plan, (state: UnitState) => {
    if (state.sinceS < fromDay * 86_400) return
    count++
    sums.airC += state.airC
    sums.goodsC += state.coreC
    sums.condensingC += state.condensingC
    sums.duty += state.opening
    sums.powerW += state.powerW
    sums.heatW += state.coilHeatW
    sums.loadW += state.loadW
    sums.iceKg += state.iceKg
    sums.heatingShare += state.defrost.phase === 'heat' ? 1 : 0
    sums.superheatK += state.superheatK
    sums.readC += state.probe.readC
    if (state.opening > 0) {
      running.steps++
      running.evaporatingC += state.line.evaporatingC
    }
  })
  const mean = Object.fromEntries(Object.entries(sums).map(([name, sum]) => [name, sum / count]))
  return { ...(mean as unknown as Means), evaporatingC: running.evaporatingC / Math.max(1, running.steps) }
}

const healthy: readonly [UnitKindName, ControlName][] = [
  ['chilledCabinet', 'on_off'],
  ['freezerIsland', 'on_off'],
  ['inverterCase', 'inverter'],
  ['multideck', 'modulating_valve'],
  ['frozenRemoteCase', 'solenoid'],
  ['chillRoom', 'on_off'],
  ['freezerRoom', 'on_off'],
]

test.each(healthy)(
  '%s, %s: heat taken out is heat come in, and all is where such plants are',
  (kind, control) => {
    const means = meansOf(planOf(kind, control), 3)
    const { setpointC, differentialK, zone } = unitKinds[kind]
    // What ice takes up when it melts and the defrost puts in are small compared with the load.
    expect(Math.abs(means.heatW / means.loadW - 1)).toBeLessThan(0.12)
    expect(means.airC).toBeGreaterThan(setpointC - 1)
    expect(means.airC).toBeLessThan(setpointC + differentialK + 1.5)
    expect(means.goodsC).toBeLessThan(foodLimitC[zone])
    expect(means.duty).toBeGreaterThan(0.2)
    expect(means.duty).toBeLessThan(0.85)
    expect(means.condensingC).toBeLessThan(50)
  },
)

test('390 W melt a kilogram of ice in 334 000 / 390 = 856 s', () => {
  const started = startUnit(planOf('freezerRoom', 'on_off'))
  // 0.6 of 1000 W, of which 0.65 reach the coil
  const state = { ...started, sizing: { ...started.sizing, ratedW: 1_000 }, roomC: 0, roomRatio: 0 }
  Object.assign(state, { airC: 0, surfaceC: 0, coreC: 0, coilC: 0, iceKg: 1 })
  state.defrost.phase = 'heat'
  let seconds = 0
  for (; state.iceKg > 0; seconds += STEP_S) stepCoil(state, STEP_S)
  // The rest of the heat warms the air, which helps a little.
  expect(seconds).toBeGreaterThan((0.85 * FUSION_J_PER_KG) / 390)
  expect(seconds).toBeLessThanOrEqual(FUSION_J_PER_KG / 390 + STEP_S)
})

test('the warmer it is outside, the longer a freezer room runs', () => {
  const duties = [5, 20, 35].map(
    (yearMeanC) => meansOf(planOf('freezerRoom', 'on_off', { climate: { ...steady, yearMeanC } }), 3).duty,
  )
  expect(duties[1]).toBeGreaterThan((duties[0] as number) + 0.02)
  expect(duties[2]).toBeGreaterThan((duties[1] as number) + 0.02)
})

test('a heat wave makes a sound room run longer, not warmer', () => {
  const heatWaves = [{ startMs: FROM_MS + 2 * DAY_MS, days: 5, warmerK: 10 }]
  const usual = meansOf(planOf('freezerRoom', 'on_off'), 3)
  const hot = meansOf(planOf('freezerRoom', 'on_off', { climate: { ...steady, heatWaves } }), 3)
  expect(hot.duty).toBeGreaterThan(1.05 * usual.duty)
  expect(Math.abs(hot.airC - usual.airC)).toBeLessThan(0.5)
})

describe('each fault at severity 1 shows as textbooks say', () => {
  const signs: readonly [UnitFault, UnitKindName, ControlName, (bad: Means, sound: Means) => boolean][] = [
    [
      'refrigerant_loss',
      'chilledCabinet',
      'on_off',
      (bad, sound) => bad.evaporatingC < sound.evaporatingC && bad.goodsC > sound.goodsC + 3,
    ],
    ['dirty_condenser', 'chilledCabinet', 'on_off', (bad, sound) => bad.condensingC > sound.condensingC + 8],
    [
      'condenser_fan_failed',
      'freezerRoom',
      'on_off',
      (bad, sound) => bad.condensingC > sound.condensingC + 8,
    ],
    [
      'evaporator_fan_failed',
      'chillRoom',
      'on_off',
      (bad, sound) => bad.evaporatingC < sound.evaporatingC - 3,
    ],
    ['iced_evaporator', 'freezerRoom', 'on_off', (bad, sound) => bad.evaporatingC < sound.evaporatingC - 3],
    ['defrost_heater_failed', 'frozenRemoteCase', 'solenoid', (bad, sound) => bad.iceKg > 2 * sound.iceKg],
    [
      'endless_defrost',
      'chilledCabinet',
      'on_off',
      (bad, sound) => bad.heatingShare > 4 * sound.heatingShare,
    ],
    [
      'door_left_open',
      'freezerRoom',
      'on_off',
      (bad, sound) => bad.loadW > 1.3 * sound.loadW && bad.iceKg > 2 * sound.iceKg,
    ],
    ['compressor_worn', 'chilledCabinet', 'on_off', (bad, sound) => bad.duty > 1.5 * sound.duty],
    [
      'compressor_dead',
      'chilledCabinet',
      'on_off',
      (bad, sound) => bad.heatW === 0 && bad.goodsC > sound.goodsC + 5,
    ],
    [
      'valve_stuck_open',
      'frozenRemoteCase',
      'solenoid',
      (bad, sound) => bad.duty > 0.95 && bad.iceKg > 5 * sound.iceKg,
    ],
    [
      'valve_stuck_closed',
      'multideck',
      'solenoid',
      (bad, sound) => bad.heatW === 0 && bad.airC > sound.airC + 5,
    ],
    ['probe_stuck', 'chilledCabinet', 'on_off', (bad, sound) => Math.abs(bad.airC - sound.airC) > 2],
    [
      'probe_drifting',
      'chilledCabinet',
      'on_off',
      (bad, sound) => bad.airC < sound.airC - 4 && bad.readC - bad.airC > 5,
    ],
    [
      'probe_reads_low',
      'chilledCabinet',
      'on_off',
      (bad, sound) => bad.airC > sound.airC + 3 && bad.readC < bad.airC - 4,
    ],
  ]
  test.each(signs)('%s', (fault, kind, control, isSo) => {
    const plan = planOf(kind, control)
    const broken = { kind: fault, severity: 1, startMs: FROM_MS + 2 * DAY_MS, rampDays: 0 }
    const [bad, sound] = [meansOf({ ...plan, fault: broken }, 3), meansOf(plan, 3)]
    expect(isSo(bad, sound), JSON.stringify({ bad, sound })).toBe(true)
  })
})

test('a starved valve shows as superheat', () => {
  const fault = { kind: 'refrigerant_loss', severity: 0.7, startMs: FROM_MS, rampDays: 0 } as const
  const plan = planOf('multideck', 'modulating_valve')
  expect(meansOf({ ...plan, fault }, 2).superheatK).toBeGreaterThan(meansOf(plan, 2).superheatK + 2)
})
