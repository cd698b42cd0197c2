import type { TerminalId } from '@coldkeep/domain/ids'
import type { DeviceModel } from '@coldkeep/domain/polling/device-model'
import { individual } from '../physics/case-spec'
import { type StoreLoadSpec, storeLoad } from '../physics/store-load'
import { makeWeather, type Weather, type WeatherStationName, weatherStations } from '../physics/weather'
import { below, between, hashPath, pick, type RandomState, randomStream, uniform } from '../random'
import { choosePlaces, shuffled } from './choose-places'
import { expectedPeakKw } from './contracted-demand'
import { type Equipment, equipment, usualEquipment } from './equipment'
import type { DevicePhysics, Fleet, FleetDevice, FleetStore } from './fleet'
import { buildOrganisation, COMPANY, shortDistrict, vendorNames } from './organisation'
import { placeFaults } from './place-faults'
import { type Place, placesOf } from './places'
import { type ModelName, polledDevice } from './polled-points'

export interface FleetOptions {
  readonly seed: number
  readonly storeCount: number
  /** Faults and contracts are laid around this instant. */
  readonly nowMs: number
  /** As read from the device model files. */
  readonly models: readonly DeviceModel[]
  /** Default true; without faults every store is healthy. */
  readonly withFaults?: boolean
}

const DAY_MS = 86_400_000
const CYCLE_MS = 300_000
const JAPANESE_SHARE = 0.35
const METER_UNIT_ID = 60
const ORDINARY_LOST_POLLS = 0.0004
const POOR_LINE_LOST_POLLS = 0.045
const MODBUS_STORES = 2

/**
 * A chain of stores in Taiwan and Japan, reproducible from its seed.
 * @throws RangeError when more stores are requested than there are places (238 in Taiwan, 122 in Japan).
 */
export function makeFleet(options: FleetOptions): Fleet {
  const { seed, storeCount, nowMs } = options
  const random = randomStream(seed, 'fleet')
  const japanese = Math.round(storeCount * JAPANESE_SHARE)
  const places = [
    ...choosePlaces(random, placesOf('TW'), storeCount - japanese),
    ...choosePlaces(random, placesOf('JP'), japanese),
  ]
  const { departments, groupOfPlace } = buildOrganisation(places)
  const quirks = chooseQuirks(random, places)
  const weathers = new Map<WeatherStationName, Weather>()
  const weatherAt = (name: WeatherStationName): Weather => {
    const weather = weathers.get(name) ?? makeWeather(seed, weatherStations[name])
    weathers.set(name, weather)
    return weather
  }
  const healthy = places.map((place, index) =>
    makeStore(options, index, place, groupOfPlace[index] ?? 0, quirks, weatherAt(place.weather)),
  )
  const faults = options.withFaults === false ? [] : placeFaults(seed, nowMs, healthy)
  const stores = healthy.map((store) => ({ ...store, faults: faults[store.index] ?? [] }))
  return { seed, madeAtMs: nowMs, company: COMPANY, departments, vendors: [...vendorNames], stores }
}

/** Stores that are special in one way each. */
interface Quirks {
  readonly overModbus: ReadonlySet<number>
  readonly poorLine: ReadonlySet<number>
  readonly agedCapacitors: ReadonlySet<number>
  readonly tightContract: ReadonlySet<number>
}

function chooseQuirks(random: RandomState, places: readonly Place[]): Quirks {
  const order = shuffled(
    random,
    places.map((_, index) => index),
  )
  const share = (part: number) => Math.ceil(places.length * part)
  const overModbus = [
    order.find((index) => places[index]?.country === 'TW'),
    order.find((index) => places[index]?.country === 'JP'),
  ].filter((index) => index !== undefined)
  const rest = order.filter((index) => !overModbus.includes(index))
  return {
    overModbus: new Set(places.length > MODBUS_STORES ? overModbus : []),
    poorLine: new Set(rest.slice(0, Math.floor(places.length / 20))),
    agedCapacitors: new Set(rest.slice(2, 2 + share(0.05))),
    tightContract: new Set(rest.slice(4, 4 + share(0.1))),
  }
}

function makeStore(
  options: FleetOptions,
  index: number,
  place: Place,
  departmentIndex: number,
  quirks: Quirks,
  weather: Weather,
): FleetStore {
  const { seed, nowMs } = options
  const random = randomStream(seed, 'store', index)
  const isTaiwan = place.country === 'TW'
  const code = `${isTaiwan ? '1' : '8'}${String(10_000 + index * 37 + below(random, 30)).slice(-5)}`
  const terminalId = `TB-${code}` as TerminalId
  const hours = openingHours(random)
  const openedAtMs = nowMs - Math.floor(between(random, 200, 3000)) * DAY_MS
  const load: StoreLoadSpec = {
    ...storeLoad,
    compressorPowerFactor: quirks.agedCapacitors.has(index) ? 0.4 : between(random, 0.78, 0.84),
    lineVoltageV: isTaiwan ? 220 : 200,
    mainsHz: place.weather === 'tokyo' ? 50 : 60,
  }
  const warmerK = between(random, -0.6, 0.8)
  const kinds = chooseEquipment(random)
  const devicesKw = kinds.reduce((sum, kind) => sum + kind.typicalKw, 0)
  const expected = { load, hours, weather, warmerK, devicesKw }
  const energyKwh = ((nowMs - openedAtMs) / DAY_MS) * between(random, 240, 330)
  const link = quirks.overModbus.has(index) ? 'modbus' : 'messages'
  return {
    index,
    code,
    name: isTaiwan ? `${shortDistrict(place)}${place.street}店` : `${shortDistrict(place)}${place.street}店`,
    country: place.country,
    zone: isTaiwan ? 'Asia/Taipei' : 'Asia/Tokyo',
    address: address(random, place),
    floorAreaM2: floorAreaM2(seed, index),
    departmentIndex,
    vendorIndex: vendorOf(place),
    ...hours,
    openedAtMs,
    terminalId,
    link,
    cycleOffsetMs: ((hashPath([terminalId]) >>> 0) % (CYCLE_MS / 1000)) * 1000,
    lostPollShare: quirks.poorLine.has(index) ? POOR_LINE_LOST_POLLS : ORDINARY_LOST_POLLS,
    weather: place.weather,
    warmerK,
    demand: {
      contractedKw: quirks.tightContract.has(index)
        ? Math.floor(expectedPeakKw(expected, 7, nowMs))
        : Math.ceil(expectedPeakKw(expected, 35, nowMs) * between(random, 1.15, 1.35)),
      intervalMinutes: isTaiwan ? 15 : 30,
    },
    counters: { energyKwh, reactiveKvarh: energyKwh * between(random, 0.45, 0.6) },
    devices: makeDevices(options, random, index, kinds, load, link, openedAtMs, place.country),
    faults: [],
  }
}

function chooseEquipment(random: RandomState): Equipment[] {
  const kinds: Equipment[] = [...usualEquipment]
  if (uniform(random) < 0.6) kinds.push(equipment.walkInFreezer)
  if (uniform(random) < 0.6) kinds.push(equipment.walkInChiller)
  kinds.push(equipment.mainMeter)
  return kinds
}

function makeDevices(
  options: FleetOptions,
  random: RandomState,
  storeIndex: number,
  kinds: readonly Equipment[],
  load: StoreLoadSpec,
  link: FleetStore['link'],
  openedAtMs: number,
  country: Place['country'],
): FleetDevice[] {
  const caseModel = pick<ModelName>(random, [
    'Eliwell / IDPlus 9xx',
    'Dixell / XR77U',
    'Danfoss / AK-CC55 Compact',
  ])
  return kinds.map((kind, deviceIndex) => {
    const alike = kinds.filter((other) => other === kind).length
    const number = kinds.slice(0, deviceIndex + 1).filter((other) => other === kind).length
    const model = modelOf(kind, link === 'modbus' ? 'Eliwell / IDPlus 9xx' : caseModel, country)
    return {
      name: alike > 1 ? `${kind.name[country]} ${number}` : kind.name[country],
      type: kind.type,
      zone: kind.zone,
      ...polledDevice(options.models, model, kind, link === 'messages'),
      unitId: kind.type === 'main_meter' ? METER_UNIT_ID : deviceIndex + 1,
      commissionedAtMs: openedAtMs,
      physics: physicsOf(options.seed, kind, storeIndex, deviceIndex, load),
    }
  })
}

function physicsOf(
  seed: number,
  kind: Equipment,
  storeIndex: number,
  deviceIndex: number,
  load: StoreLoadSpec,
): DevicePhysics {
  const { physics } = kind
  if (physics.kind === 'meter') return { kind: 'meter', spec: load }
  if (physics.kind === 'hot_case') return physics
  return { kind: 'case', spec: individual(physics.spec, seed, storeIndex, deviceIndex) }
}

function modelOf(kind: Equipment, caseModel: ModelName, country: Place['country']): ModelName {
  switch (kind.type) {
    case 'main_meter':
      return country === 'TW' ? 'Schneider / iEM3000' : 'Eastron / SDM630'
    case 'hot_case':
      return 'Carel / ir33+'
    case 'walk_in':
      return 'Danfoss / AK-CC55 Compact'
    default:
      return caseModel
  }
}

function openingHours(random: RandomState): { opensAtMinute: number; closesAtMinute: number } {
  const choice = uniform(random)
  if (choice < 0.7) return { opensAtMinute: 0, closesAtMinute: 0 }
  return choice < 0.9
    ? { opensAtMinute: 420, closesAtMinute: 1380 }
    : { opensAtMinute: 360, closesAtMinute: 1440 }
}

/** House numbers are made up and refer to no real shop. */
function address(random: RandomState, place: Place): string {
  const number = 1 + below(random, 280)
  return place.country === 'TW'
    ? `${place.prefecture}${place.district}${place.street}${number}號`
    : `${place.prefecture}${place.district}${place.street}${1 + (number % 28)}-${1 + (number % 17)}`
}

/** Of sales floor and back room; a stream of its own, so that all else of a store stays as it was. */
function floorAreaM2(seed: number, index: number): number {
  return Math.round(between(randomStream(seed, 'floor', index), 95, 185))
}

function vendorOf(place: Place): number {
  if (place.country === 'JP') return 2
  return place.region === '北區' ? 0 : 1
}
