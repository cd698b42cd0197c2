import type { FieldCourse, FieldHour, PollCounts } from '@coldkeep/domain/firmware/field-measures'
import type { WaveTarget } from '@coldkeep/domain/firmware/plan-waves'
import type { StoreId, TerminalId, VendorId } from '@coldkeep/domain/ids'
import {
  below,
  between,
  lognormal,
  normal,
  type RandomState,
  randomStream,
  uniform,
} from '@coldkeep/simulator/random'

/**
 * Field data of a chain, with what makes stores differ and hours bad. It is our own model of it, made up before the rules
 * that are held against it were tuned; figures that rest on it say so.
 */
const MODELS = 12
const POLLS_AN_HOUR = 60
const LINE_OUTAGE = 0.02
const WAN_OUTAGE = 0.02
const DEVICE_OUTAGE = 0.005
const RESTART = 0.01
const RESTART_LOOP = 0.001
export const NIGHT_HOURS = 4

export interface NoisyStore {
  readonly target: WaveTarget
  /** The model of each device. */
  readonly devices: readonly number[]
  readonly success: number
  readonly outboxAgeMs: number
  readonly rowsPerPoll: number
}

/** What a build does to a store. */
export interface BuildFault {
  /** Of which device model polls are lost; null: of none. */
  readonly model: string | null
  /** The share of them. */
  readonly share: number
}

export const GOOD_BUILD: BuildFault = { model: null, share: 0 }

export const modelNames: readonly string[] = Array.from(
  { length: MODELS },
  (_, index) => `model ${index + 1}`,
)

export function makeStores(seed: number, count: number): NoisyStore[] {
  return Array.from({ length: count }, (_, index) => {
    const random = randomStream(seed, 'store', index)
    const ofStore = Array.from({ length: 1 + below(random, 4) }, () => commonFirst(random))
    const devices = Array.from(
      { length: 3 + below(random, 18) },
      () => ofStore[below(random, ofStore.length)] as number,
    )
    return {
      target: {
        terminalId: `TB-${String(index).padStart(4, '0')}` as TerminalId,
        storeId: (index + 1) as StoreId,
        hardware: ['box a', 'box a', 'box a', 'box b', 'box b', 'box c'][below(random, 6)] as string,
        vendorId: (1 + below(random, 5)) as VendorId,
        deviceModels: [...new Set(devices)].map((model) => modelNames[model] as string),
      },
      devices,
      success: between(random, 0.97, 1),
      outboxAgeMs: lognormal(random, Math.log(5_000), 0.5),
      rowsPerPoll: between(random, 4, 12),
    }
  })
}

interface CourseWish {
  readonly seed: number
  readonly gate: number
  readonly isUpdated: boolean
  readonly fault: BuildFault
  readonly historyDays: number
  /** Of the night; undefined: any one. */
  readonly hour?: number | undefined
}

/** What happened in an hour, before anything is counted. */
export interface NoisyHour {
  /** Of each device of the store, in their order. */
  readonly answered: readonly number[]
  readonly outboxAgeMs: number
  readonly minutesLost: number
  readonly restarts: number
  readonly rowsPerMinute: number
}

/** Of one store around one of the hours of a night. */
export function drawCourse(store: NoisyStore, of: CourseWish) {
  const { seed, gate, isUpdated, fault, historyDays } = of
  const random = randomStream(seed, 'course', gate, store.target.storeId, of.hour ?? 'any')
  const hour = of.hour ?? below(random, NIGHT_HOURS)
  const history = Array.from({ length: historyDays }, (_, day) =>
    drawHour(store, random, weatherOf(seed, gate, `day ${day}`, hour), GOOD_BUILD),
  )
  const before = drawHour(store, random, weatherOf(seed, gate, 'before', hour), GOOD_BUILD)
  const after = drawHour(store, random, weatherOf(seed, gate, 'after', hour), isUpdated ? fault : GOOD_BUILD)
  return { hour, history, before, after }
}

/** The same, counted. */
export function courseOf(store: NoisyStore, of: CourseWish): FieldCourse {
  const { hour, history, before, after } = drawCourse(store, of)
  return {
    isUpdated: of.isUpdated,
    hardware: store.target.hardware,
    vendorId: store.target.vendorId,
    hour: of.gate * NIGHT_HOURS + hour,
    before: counted(store, before),
    after: counted(store, after),
    history: history.map((one) => counted(store, one)),
  }
}

/** What all stores of an hour share, as a busy server or a change of the weather. */
interface HourWeather {
  readonly lostShare: number
  readonly outboxFactor: number
}

function weatherOf(seed: number, gate: number, when: string, hour: number): HourWeather {
  const random = randomStream(seed, 'weather', gate, when, hour)
  return { lostShare: between(random, 0, 0.01), outboxFactor: between(random, 0.7, 1.5) }
}

function drawHour(
  store: NoisyStore,
  random: RandomState,
  weather: HourWeather,
  fault: BuildFault,
): NoisyHour {
  const lineShare = outageShare(random, LINE_OUTAGE)
  const answered = store.devices.map((device) => {
    const isHit = modelNames[device] === fault.model
    const lost = 1 - store.success * (1 - weather.lostShare) * (isHit ? 1 - fault.share : 1)
    const reachable = Math.round(POLLS_AN_HOUR * (1 - lineShare) * (1 - outageShare(random, DEVICE_OUTAGE)))
    return reachable - binomial(random, reachable, lost)
  })
  const minutesLost = Math.round(60 * outageShare(random, WAN_OUTAGE))
  const answeredInAll = answered.reduce((sum, count) => sum + count, 0)
  return {
    answered,
    outboxAgeMs:
      store.outboxAgeMs * weather.outboxFactor * Math.exp(0.2 * normal(random)) + 60_000 * 0.9 * minutesLost,
    minutesLost,
    restarts:
      (uniform(random) < RESTART ? 1 : 0) + (uniform(random) < RESTART_LOOP ? 5 + below(random, 15) : 0),
    rowsPerMinute: (answeredInAll / 60) * store.rowsPerPoll * Math.exp(0.02 * normal(random)),
  }
}

function counted({ devices }: NoisyStore, { answered, outboxAgeMs, ...hour }: NoisyHour): FieldHour {
  const polls = new Map<string, { sent: number; answered: number }>()
  for (const [index, device] of devices.entries()) {
    const name = modelNames[device] as string
    const counts = polls.get(name) ?? { sent: 0, answered: 0 }
    polls.set(name, counts)
    counts.sent += POLLS_AN_HOUR
    counts.answered += answered[index] as number
  }
  return { ...hour, polls: polls satisfies ReadonlyMap<string, PollCounts>, outboxAgeP95Ms: outboxAgeMs }
}

/** Of the hour, where there is an outage. */
function outageShare(random: RandomState, probability: number): number {
  return uniform(random) < probability ? between(random, 0.05, 1) : 0
}

/** Models of a rank in proportion to one over it. */
function commonFirst(random: RandomState): number {
  const weights = modelNames.map((_, index) => 1 / (index + 1))
  let left = uniform(random) * weights.reduce((sum, weight) => sum + weight, 0)
  for (const [index, weight] of weights.entries()) {
    left -= weight
    if (left < 0) return index
  }
  return MODELS - 1
}

/** By inversion, quick where few of `count` are to be expected. */
function binomial(random: RandomState, count: number, share: number): number {
  if (share <= 0) return 0
  let left = uniform(random)
  let probability = (1 - share) ** count
  let hits = 0
  while (left > probability && hits < count) {
    left -= probability
    probability *= (((count - hits) / (hits + 1)) * share) / (1 - share)
    hits++
  }
  return hits
}
