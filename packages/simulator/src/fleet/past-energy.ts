import { type Environment, makeEnvironment, surround } from '../physics/environment'
import type { HotCaseSpec } from '../physics/hot-case'
import { buildingLoadW } from '../physics/store-load'
import { runTrial } from '../physics/trial'
import { makeWeather, minuteOfDay, outdoorC, type Weather, weatherStations } from '../physics/weather'
import type { Fleet, FleetDevice, FleetStore } from './fleet'

/** What a store used in one day of which no reading is made. */
export interface PastEnergyDay {
  readonly energyKwh: number
  readonly outdoorMeanC: number
}

/** kWh a day at the two climates of the trials. */
interface Use {
  readonly coolKwh: number
  readonly warmKwh: number
}

const COOL_C = 12
const WARM_C = 28
/** Units differ by a few per cent; this many represent all of a kind. */
const TRIED_UNITS = 3
const TRIAL_DAYS = 1
const HOUR_MS = 3_600_000

/**
 * Energy of whole days long before the readings begin: building loads hour by hour in the weather there was,
 * and healthy equipment as units of its kind used it in trials at two climates. Within a few per cent of what
 * the store would have counted, at a thousandth of the cost of simulating the days.
 * @returns the energy of a store's day between two instants
 */
export function pastEnergy(fleet: Fleet): (store: FleetStore, fromMs: number, toMs: number) => PastEnergyDay {
  const uses = usesByKind(fleet)
  const weathers = new Map<string, Weather>()
  const around = makeEnvironment()
  return (store, fromMs, toMs) => {
    const weather = weathers.get(store.weather) ?? makeWeather(fleet.seed, weatherStations[store.weather])
    weathers.set(store.weather, weather)
    const meter = store.devices.find(({ physics }) => physics.kind === 'meter')?.physics
    let energyKwh = 0
    let outdoorSum = 0
    let hours = 0
    for (let atMs = fromMs; atMs < toMs; atMs += HOUR_MS) {
      const middleMs = atMs + HOUR_MS / 2
      const outdoor = outdoorC(weather, middleMs) + store.warmerK
      surround(around, outdoor, minuteOfDay(weather.station, middleMs), store)
      if (meter?.kind === 'meter') energyKwh += buildingLoadW(meter.spec, around) / 1000
      energyKwh += store.devices.reduce((sum, device) => sum + deviceKw(device, uses, around), 0)
      outdoorSum += outdoor
      hours++
    }
    return { energyKwh, outdoorMeanC: outdoorSum / hours }
  }
}

function deviceKw(device: FleetDevice, uses: ReadonlyMap<string, Use>, around: Environment): number {
  if (device.physics.kind === 'hot_case') return hotCaseKw(device.physics.spec, around)
  const use = uses.get(kindOf(device))
  if (use === undefined) return 0
  const warmth = (around.outdoorC - COOL_C) / (WARM_C - COOL_C)
  return (use.coolKwh + warmth * (use.warmKwh - use.coolKwh)) / 24
}

/** What its losses to the room take. */
function hotCaseKw(spec: HotCaseSpec, around: Environment): number {
  const meanC = spec.setpointC - spec.differentialK / 2
  return (spec.lossWPerK * (meanC - around.indoorC)) / 1000
}

function usesByKind(fleet: Fleet): Map<string, Use> {
  const units = new Map<string, FleetDevice[]>()
  for (const device of fleet.stores.flatMap((store) => store.devices)) {
    const known = units.get(kindOf(device)) ?? []
    if (device.physics.kind === 'case' && known.length < TRIED_UNITS) {
      units.set(kindOf(device), [...known, device])
    }
  }
  return new Map(
    [...units].map(([kind, tried]) => [
      kind,
      { coolKwh: meanKwh(tried, COOL_C), warmKwh: meanKwh(tried, WARM_C) },
    ]),
  )
}

function meanKwh(tried: readonly FleetDevice[], outdoorMeanC: number): number {
  const sum = tried.reduce((all, { physics }) => {
    return physics.kind === 'case'
      ? all + runTrial(physics.spec, outdoorMeanC, TRIAL_DAYS).energyKwhPerDay
      : all
  }, 0)
  return sum / tried.length
}

function kindOf({ type, zone, name }: FleetDevice): string {
  return `${type}/${zone}/${name.replace(/ \d+$/, '')}`
}
