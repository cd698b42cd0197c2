import { isTerminalOffline } from './faults'
import { counterPoints, type Fleet, type FleetStore, valuePoints } from './fleet/fleet'
import { makeWeather, type Weather, type WeatherStationName, weatherStations } from './physics/weather'
import { type DeviceSampler, makeSamplers, type SampleRows, sampleDevice } from './sampling'
import { advanceStore, resumeStore, type SavedStore, type StoreRun, saveStore, startStore } from './store-run'

/** The readings of one device over some time, a row per poll cycle. */
export interface DeviceBlock extends SampleRows {
  readonly deviceIndex: number
  /** Start of each cycle, epoch milliseconds. */
  readonly at: Float64Array
  /** 1 where every column of the row is good. */
  readonly isGood: Uint8Array
}

/** What one store sent over some time. */
export interface HistoryBlock {
  readonly storeIndex: number
  readonly fromMs: number
  readonly toMs: number
  readonly devices: readonly DeviceBlock[]
  /** For each whole minute since the epoch that begins in the block, 1 where the terminal lived. */
  readonly lifeFromMs: number
  readonly alive: Uint8Array
}

/** Counters of the main meter at one instant. */
export interface StoreCounters {
  readonly energyKwh: number
  readonly reactiveKvarh: number
}

export type HistoryPart =
  | { readonly kind: 'block'; readonly block: HistoryBlock }
  /** Nothing to write yet; a moment to let others work. */
  | { readonly kind: 'computing'; readonly storeIndex: number; readonly untilMs: number }
  | {
      readonly kind: 'store'
      readonly storeIndex: number
      /** As it is at its last cycle, for {@link HistoryRequest.resumeFrom} or for live running. */
      readonly saved: SavedStore
      /** At its first cycle, for {@link HistoryRequest.endCounters} of the time before. */
      readonly startCounters: StoreCounters
    }

export interface HistoryRequest {
  readonly fleet: Fleet
  readonly fromMs: number
  readonly toMs: number
  /** Default 300. */
  readonly cycleSeconds?: number
  /** Default a day; blocks end on whole multiples of it since the epoch. */
  readonly blockMs?: number
  /** Default all stores. */
  readonly storeIndexes?: readonly number[]
  /** Stores that go on from where they were; their first cycle is the one after. Others start warmed up. */
  readonly resumeFrom?: ReadonlyMap<number, SavedStore>
  /** Shifts the counters so that they arrive at these at the first cycle after `toMs`. */
  readonly endCounters?: ReadonlyMap<number, StoreCounters>
}

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

/**
 * What the terminals of a fleet sent between two instants, store by store, in blocks fit for bulk writing.
 *
 * The newest days can be made first and the days before them later. All that drives a store (weather, customers,
 * noise, defrosts) follows the clock, so the earlier run, warmed up on its own, arrives at the state with which the
 * later one began, within the spread of one compressor cycle. The counters of the main meter cannot be known that way:
 * the earlier run counts from zero, and is shifted as a whole to end where the later one began (`endCounters`).
 */
export function* generateHistory(request: HistoryRequest): Generator<HistoryPart, void> {
  const { fleet } = request
  const weathers = new Map<WeatherStationName, Weather>()
  for (const index of request.storeIndexes ?? fleet.stores.map((store) => store.index)) {
    const store = fleet.stores[index]
    if (!store) throw new RangeError(`The fleet has no store ${index}`)
    const weather = weathers.get(store.weather) ?? makeWeather(fleet.seed, weatherStations[store.weather])
    weathers.set(store.weather, weather)
    yield* storeHistory(request, store, weather)
  }
}

/** First poll cycle of a store at or after an instant. */
export function firstCycleMs(store: FleetStore, cycleMs: number, atMs: number): number {
  const offsetMs = store.cycleOffsetMs % cycleMs
  return Math.ceil((atMs - offsetMs) / cycleMs) * cycleMs + offsetMs
}

function* storeHistory(
  request: HistoryRequest,
  store: FleetStore,
  weather: Weather,
): Generator<HistoryPart, void> {
  const { fleet, fromMs, toMs, blockMs = DAY_MS } = request
  const cycleMs = (request.cycleSeconds ?? 300) * 1000
  const saved = request.resumeFrom?.get(store.index)
  const firstMs = firstCycleMs(store, cycleMs, Math.max(fromMs, saved ? saved.atMs + 1 : fromMs))
  const run = saved
    ? resumeStore(fleet, store, saved, weather)
    : startStore(fleet, store, firstMs - MINUTE_MS, weather)
  advanceStore(run, firstMs)
  const startCounters = countersOf(run)
  const samplers = makeSamplers(run)
  const endCounters = request.endCounters?.get(store.index)
  const held: HistoryBlock[] = []
  let end: SavedStore = saveStore(run)
  for (let from = fromMs; from < toMs; ) {
    const to = Math.min(toMs, (Math.floor(from / blockMs) + 1) * blockMs)
    const block = makeBlock(run, samplers, cycleMs, Math.max(firstMs, from), from, to)
    from = to
    if (from >= toMs) end = saveStore(run)
    if (endCounters) held.push(block)
    yield endCounters ? { kind: 'computing', storeIndex: store.index, untilMs: to } : { kind: 'block', block }
  }
  let shift: StoreCounters = { energyKwh: 0, reactiveKvarh: 0 }
  if (endCounters) {
    advanceStore(run, firstCycleMs(store, cycleMs, toMs))
    const reached = countersOf(run)
    shift = {
      energyKwh: endCounters.energyKwh - reached.energyKwh,
      reactiveKvarh: endCounters.reactiveKvarh - reached.reactiveKvarh,
    }
    for (const block of held) {
      shiftCounters(store, block, shift)
      yield { kind: 'block', block }
    }
  }
  yield {
    kind: 'store',
    storeIndex: store.index,
    saved: shiftSaved(store, end, shift),
    startCounters: {
      energyKwh: startCounters.energyKwh + shift.energyKwh,
      reactiveKvarh: startCounters.reactiveKvarh + shift.reactiveKvarh,
    },
  }
}

function makeBlock(
  run: StoreRun,
  samplers: readonly DeviceSampler[],
  cycleMs: number,
  earliestMs: number,
  fromMs: number,
  toMs: number,
): HistoryBlock {
  const { store } = run
  const firstMs = firstCycleMs(store, cycleMs, earliestMs)
  const times: number[] = []
  for (let at = firstMs; at < toMs; at += cycleMs) {
    if (!isTerminalOffline(store.faults, at)) times.push(at)
  }
  const devices = store.devices.map((device, deviceIndex) => {
    const values = valuePoints(device).length
    const counters = counterPoints(device).length
    return {
      deviceIndex,
      at: Float64Array.from(times),
      values: new Float32Array(times.length * values),
      counters: new Float64Array(times.length * counters),
      quality: new Uint8Array(times.length * (values + counters)),
      isGood: new Uint8Array(times.length),
    }
  })
  for (const [row, at] of times.entries()) {
    advanceStore(run, at)
    for (const [index, sampler] of samplers.entries()) {
      const rows = devices[index] as DeviceBlock
      rows.isGood[row] = sampleDevice(sampler, store.lostPollShare, at, rows, row) ? 1 : 0
    }
  }
  const lastCycleMs = firstCycleMs(store, cycleMs, toMs) - cycleMs
  advanceStore(run, lastCycleMs)
  const lifeFromMs = Math.ceil(fromMs / MINUTE_MS) * MINUTE_MS
  return {
    storeIndex: store.index,
    fromMs,
    toMs,
    devices,
    lifeFromMs,
    alive: lifeOf(store, lifeFromMs, toMs),
  }
}

function lifeOf(store: FleetStore, fromMs: number, toMs: number): Uint8Array {
  const minutes = Math.max(0, Math.ceil((toMs - fromMs) / MINUTE_MS))
  return Uint8Array.from({ length: minutes }, (_, minute) =>
    isTerminalOffline(store.faults, fromMs + minute * MINUTE_MS + MINUTE_MS / 2) ? 0 : 1,
  )
}

function countersOf(run: StoreRun): StoreCounters {
  for (const device of run.devices) {
    if (device.kind === 'meter') {
      return { energyKwh: device.state.energyKwh, reactiveKvarh: device.state.reactiveKvarh }
    }
  }
  return { energyKwh: 0, reactiveKvarh: 0 }
}

function shiftCounters(store: FleetStore, block: HistoryBlock, shift: StoreCounters): void {
  for (const rows of block.devices) {
    const device = store.devices[rows.deviceIndex]
    if (device?.physics.kind !== 'meter') continue
    const points = counterPoints(device)
    for (let cell = 0; cell < rows.counters.length; cell++) {
      const kind = points[cell % points.length]?.kind
      const by = kind === 'energy' ? shift.energyKwh : shift.reactiveKvarh
      rows.counters[cell] = Math.round(((rows.counters[cell] as number) + by) * 1000) / 1000
    }
  }
}

function shiftSaved(store: FleetStore, saved: SavedStore, shift: StoreCounters): SavedStore {
  return {
    ...saved,
    devices: saved.devices.map((device, index) => {
      if (store.devices[index]?.physics.kind !== 'meter' || !('energyKwh' in device.state)) return device
      const state = {
        ...device.state,
        energyKwh: device.state.energyKwh + shift.energyKwh,
        reactiveKvarh: device.state.reactiveKvarh + shift.reactiveKvarh,
      }
      return { ...device, state }
    }),
  }
}
