import type { TerminalId } from '@coldkeep/domain/ids'
import type { TemperatureZone } from '@coldkeep/domain/organisation/device'
import type { PointKind } from '@coldkeep/domain/points/point'
import { quality } from '@coldkeep/domain/points/reading'
import type { Series } from '@coldkeep/domain/points/series'
import type { DeviceModel } from '@coldkeep/domain/polling/device-model'
import { addDays, type LocalDate, localDate } from '@coldkeep/domain/time/local-date'
import { dayPeriod } from '@coldkeep/domain/time/store-calendar'
import type { FaultLabel } from '@coldkeep/simulator/faults'
import {
  type DevicePhysics,
  type Fleet,
  type FleetDevice,
  type FleetStore,
  valuePoints,
} from '@coldkeep/simulator/fleet/fleet'
import { type ModelName, polledDevice } from '@coldkeep/simulator/fleet/polled-points'
import { generateHistory, type HistoryBlock } from '@coldkeep/simulator/history'
import { individual } from '@coldkeep/simulator/physics/case-spec'
import { makeWeather, outdoorC, weatherStations } from '@coldkeep/simulator/physics/weather'
import { hashPath, pick, randomStream } from '@coldkeep/simulator/random'
import { seasons, type TrialDevice, type TrialStore, timetable } from './trial-plan'

const POLL_SECONDS = 300
const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000
const ORDINARY_LOST_POLLS = 0.0004

/** What one store measured over the whole trial. */
export interface SimulatedStore {
  readonly season: number
  readonly zone: string
  readonly firstDay: LocalDate
  readonly openingHours: { readonly opensAtMinute: number; readonly closesAtMinute: number }
  readonly devices: readonly SimulatedDevice[]
  /** Mean of the hours between two instants. */
  outdoorMeanC(fromMs: number, toMs: number): number
}

/** What is known of a device whatever simulated it. */
interface FollowedDevice {
  readonly kind: { readonly zone: TemperatureZone | null }
  readonly kindName: string
  readonly fault: { readonly kind: string; readonly severity: number } | null
}

export interface SimulatedDevice {
  readonly trial: FollowedDevice
  readonly pollSeconds: number
  readonly setpointC: number
  readonly differentialK: number
  /** Of the devices' own points; a kind that it lacks is not there. */
  readonly points: ReadonlyMap<PointKind, Series>
  /** What the food really was, whether or not a probe is in it. */
  readonly trueProduct: Series
}

/** Each device has its own power meter. */
export function simulateStore(
  seed: number,
  trial: TrialStore,
  models: readonly DeviceModel[],
): SimulatedStore {
  const isJapanese = trial.weather === 'tokyo' || trial.weather === 'osaka'
  const zone = isJapanese ? 'Asia/Tokyo' : 'Asia/Taipei'
  const firstDay = localDate(seasons[trial.season].startsOn)
  const fromMs = dayPeriod(zone, firstDay).startAt
  const toMs = dayPeriod(zone, addDays(firstDay, timetable.ends)).startAt
  const openingHours = trial.isOpenAllDay
    ? { opensAtMinute: 0, closesAtMinute: 0 }
    : { opensAtMinute: 420, closesAtMinute: 1380 }
  const store: FleetStore = {
    index: 0,
    code: `T${trial.index}`,
    name: `Trial ${trial.index}`,
    country: isJapanese ? 'JP' : 'TW',
    zone,
    address: '',
    floorAreaM2: 120,
    departmentIndex: 0,
    vendorIndex: 0,
    ...openingHours,
    openedAtMs: fromMs,
    terminalId: `TB-T${trial.index}` as TerminalId,
    link: 'messages',
    cycleOffsetMs: trial.pollSecond * 1000,
    lostPollShare: ORDINARY_LOST_POLLS,
    weather: trial.weather,
    warmerK: trial.warmerK,
    demand: { contractedKw: 50, intervalMinutes: 15 },
    counters: { energyKwh: 0, reactiveKvarh: 0 },
    devices: trial.devices.map((device, index) => makeDevice(seed, trial, index, device, models, fromMs)),
    faults: trial.devices.flatMap((device, index) => labelOf(device, index, fromMs)),
  }
  // A fleet of its own: shops of the same town have had other weather, which is as good as more years.
  const fleetSeed = hashPath(['trial', seed, trial.index])
  const fleet: Fleet = {
    seed: fleetSeed,
    madeAtMs: toMs,
    company: '',
    departments: [],
    vendors: [],
    stores: [store],
  }
  const blocks: HistoryBlock[] = []
  for (const part of generateHistory({ fleet, fromMs, toMs })) {
    if (part.kind === 'block') blocks.push(part.block)
  }
  const weather = makeWeather(fleetSeed, weatherStations[trial.weather])
  return {
    season: trial.season,
    zone,
    firstDay,
    openingHours,
    devices: trial.devices.map((device, index) =>
      deviceSeries(device, store.devices[index] as FleetDevice, index, blocks),
    ),
    outdoorMeanC: (from, to) => {
      const count = Math.max(1, Math.round((to - from) / HOUR_MS))
      let sum = 0
      for (let hour = 0; hour < count; hour++) sum += outdoorC(weather, from + (hour + 0.5) * HOUR_MS)
      return sum / count + trial.warmerK
    },
  }
}

function makeDevice(
  seed: number,
  trial: TrialStore,
  index: number,
  { kind }: TrialDevice,
  models: readonly DeviceModel[],
  commissionedAtMs: number,
): FleetDevice {
  const polled = polledDevice(models, modelOf(seed, trial, index), kind, true)
  const meter = { name: 'Power meter', kind: 'power', unit: 'kW', commandCode: null } as const
  const truth = { name: 'True product', kind: 'product_temperature', unit: '°C', commandCode: null } as const
  return {
    name: `${index}`,
    type: kind.type,
    zone: kind.zone,
    ...polled,
    points: [...polled.points, meter, truth],
    unitId: index + 1,
    commissionedAtMs,
    physics: physicsOf(seed, trial, index, kind.physics),
  }
}

function physicsOf(seed: number, trial: TrialStore, index: number, physics: DevicePhysics): DevicePhysics {
  if (physics.kind !== 'case') return physics
  return { kind: 'case', spec: individual(physics.spec, seed, trial.index, index) }
}

function modelOf(seed: number, trial: TrialStore, index: number): ModelName {
  const { type } = (trial.devices[index] as TrialDevice).kind
  if (type === 'hot_case') return 'Carel / ir33+'
  if (type === 'walk_in') return 'Danfoss / AK-CC55 Compact'
  return pick(randomStream(seed, 'model', trial.index, index), [
    'Eliwell / IDPlus 9xx',
    'Dixell / XR77U',
    'Danfoss / AK-CC55 Compact',
  ])
}

function labelOf({ fault, during }: TrialDevice, deviceIndex: number, fromMs: number): FaultLabel[] {
  if (fault === null) return []
  const known = { deviceIndex, fault: fault.kind, severity: fault.severity }
  if (during !== undefined)
    return during.map(({ from, to }) => ({
      ...known,
      startMs: fromMs + from * DAY_MS,
      rampDays: 0,
      endMs: fromMs + to * DAY_MS,
    }))
  const startMs = fromMs + timetable.faultStarts * DAY_MS
  const { rampDays } = timetable
  return [{ ...known, startMs, rampDays, endMs: null }]
}

function deviceSeries(
  trial: TrialDevice,
  device: FleetDevice,
  index: number,
  blocks: readonly HistoryBlock[],
): SimulatedDevice {
  const columns = valuePoints(device)
  const rows = blocks.map((block) => block.devices[index] as HistoryBlock['devices'][number])
  const count = rows.reduce((sum, block) => sum + block.at.length, 0)
  const timesMs = new Float64Array(count)
  const values = columns.map(() => new Float64Array(count))
  let row = 0
  for (const block of rows) {
    for (let cycle = 0; cycle < block.at.length; cycle++, row++) {
      timesMs[row] = block.at[cycle] as number
      for (let column = 0; column < columns.length; column++) {
        const isGood = block.quality[cycle * columns.length + column] === quality.good
        const value = block.values[cycle * columns.length + column] as number
        ;(values[column] as Float64Array)[row] = isGood ? value : Number.NaN
      }
    }
  }
  const points = new Map<PointKind, Series>()
  const own = columns.slice(0, -1)
  for (const [column, point] of own.entries()) {
    if (!points.has(point.kind)) points.set(point.kind, { timesMs, values: values[column] as Float64Array })
  }
  const { physics } = device
  if (physics.kind === 'meter') throw new Error('A meter has no temperature')
  const { setpointC, differentialK } = physics.spec
  return {
    trial,
    pollSeconds: POLL_SECONDS,
    setpointC,
    differentialK,
    points,
    trueProduct: { timesMs, values: values.at(-1) as Float64Array },
  }
}
