import { type DeviceRun, type SavedDevice, saveDevice, startDevice } from './devices/device-run'
import { setEffects } from './faults'
import type { Fleet, FleetStore } from './fleet/fleet'
import { FIRST_PROGRAM, type InstalledProgram } from './installed-program'
import { advanceCabinet } from './physics/cabinet'
import { type Environment, makeEnvironment, surround } from './physics/environment'
import { advanceHotCase } from './physics/hot-case'
import { advanceStoreLoad, type DeviceLoads } from './physics/store-load'
import { makeWeather, minuteOfDay, outdoorC, type Weather, weatherStations } from './physics/weather'
import { hashPath, reseed } from './random'

/** One store in motion. */
export interface StoreRun {
  readonly seed: number
  readonly store: FleetStore
  readonly weather: Weather
  readonly around: Environment
  readonly loads: DeviceLoads
  readonly devices: readonly DeviceRun[]
  /** What its terminal runs; an installation replaces it as a whole. */
  program: InstalledProgram
  /** Everything up to here has happened. */
  atMs: number
}

/** What is kept of a store between two runs, as plain values. */
export interface SavedStore {
  readonly atMs: number
  readonly devices: readonly SavedDevice[]
  /** Left out by what was saved before terminals could be updated. */
  readonly program?: InstalledProgram
}

const MINUTE_MS = 60_000
const MINUTES_PER_DAY = 1440
const WARM_UP_MS = 36 * 3_600_000
/** Ice and other slow damage grow from the first day of a fault, so its device is followed from there. */
const LONGEST_WARM_UP_MS = 60 * 86_400_000

/**
 * A store as it is at `atMs`, after a warm-up from rest. Weather, customers, noise and defrosts follow the clock, not
 * the start of the run, so two runs that start at different times meet within the warm-up.
 * @param atMs a whole minute counted from the store's cycle offset.
 */
export function startStore(fleet: Fleet, store: FleetStore, atMs: number, weather?: Weather): StoreRun {
  const run = makeRun(fleet, store, atMs, null, weather)
  for (const [index, device] of run.devices.entries()) {
    if (device.kind === 'meter') continue
    const begun = device.labels.filter(
      (label) => label.startMs < atMs && (label.endMs === null || label.endMs > atMs - WARM_UP_MS),
    )
    const first = Math.min(atMs, ...begun.map((label) => label.startMs)) - WARM_UP_MS
    const start = Math.max(first, atMs - LONGEST_WARM_UP_MS)
    const wholeMinutes = Math.floor((atMs - start) / MINUTE_MS)
    for (let minute = wholeMinutes; minute > 0; minute--) {
      const at = atMs - minute * MINUTE_MS
      surroundAt(run, at)
      advanceDevice(run, index, device, at, Math.floor(at / MINUTE_MS))
    }
  }
  surroundAt(run, atMs)
  return run
}

/** A store exactly as it was saved. */
export function resumeStore(fleet: Fleet, store: FleetStore, saved: SavedStore, weather?: Weather): StoreRun {
  const run = makeRun(fleet, store, saved.atMs, saved, weather)
  surroundAt(run, saved.atMs)
  return run
}

export function saveStore(run: StoreRun): SavedStore {
  const { atMs, devices, program } = run
  return { atMs, devices: devices.map(saveDevice), program }
}

/**
 * Advances the store to `untilMs`, in whole minutes; a rest of less than a minute is left to the next call.
 */
export function advanceStore(run: StoreRun, untilMs: number): void {
  const { devices, loads } = run
  while (run.atMs + MINUTE_MS <= untilMs) {
    const at = run.atMs
    const minute = Math.floor(at / MINUTE_MS)
    surroundAt(run, at)
    loads.compressorsW = 0
    loads.heatersW = 0
    loads.fansAndLightsW = 0
    for (let index = 0; index < devices.length; index++) {
      const device = devices[index] as DeviceRun
      if (device.kind === 'meter') continue
      advanceDevice(run, index, device, at, minute)
      addLoad(loads, device)
    }
    for (let index = 0; index < devices.length; index++) {
      const device = devices[index] as DeviceRun
      if (device.kind === 'meter') advanceDevice(run, index, device, at, minute)
    }
    run.atMs = at + MINUTE_MS
  }
}

function makeRun(
  fleet: Fleet,
  store: FleetStore,
  atMs: number,
  saved: SavedStore | null,
  weather = makeWeather(fleet.seed, weatherStations[store.weather]),
): StoreRun {
  return {
    seed: fleet.seed,
    store,
    weather,
    around: makeEnvironment(),
    loads: { compressorsW: 0.5, heatersW: 0.5, fansAndLightsW: 0.5 },
    devices: store.devices.map((device, index) =>
      startDevice(fleet.seed, store, index, device, saved?.devices[index] ?? null),
    ),
    program: saved?.program ?? FIRST_PROGRAM,
    atMs,
  }
}

function surroundAt(run: StoreRun, atMs: number): void {
  const outdoor = outdoorC(run.weather, atMs) + run.store.warmerK
  surround(run.around, outdoor, minuteOfDay(run.weather.station, atMs), run.store)
}

function advanceDevice(run: StoreRun, index: number, device: DeviceRun, atMs: number, minute: number): void {
  if (minute % MINUTES_PER_DAY === 0) beginDay(run, index, device, minute / MINUTES_PER_DAY)
  switch (device.kind) {
    case 'case':
      if (device.labels.length > 0) setEffects(device.effects, device.labels, atMs, device.spec)
      advanceCabinet(device.state, device.spec, device.effects, run.around, minute)
      return
    case 'hot_case':
      if (device.labels.length > 0) setEffects(device.effects, device.labels, atMs, device.spec)
      advanceHotCase(device.state, device.spec, device.effects, run.around)
      return
    case 'meter':
      advanceStoreLoad(device.state, device.spec, run.loads, run.around)
  }
}

/** Each day has random numbers of its own, so a day can be lived again without the days before it. */
function beginDay(run: StoreRun, index: number, device: DeviceRun, day: number): void {
  reseed(device.state.random, run.seed, hashPath(['day', run.store.index, index, day]))
  reseed(device.luck, run.seed, hashPath(['luck', run.store.index, index, day]))
}

function addLoad(loads: DeviceLoads, device: DeviceRun): void {
  if (device.kind === 'case') {
    loads.compressorsW += device.state.compressorPowerW
    loads.heatersW += device.state.heaterPowerW
    loads.fansAndLightsW += device.state.otherPowerW
  } else if (device.kind === 'hot_case') {
    loads.heatersW += device.state.heaterPowerW
  }
}
