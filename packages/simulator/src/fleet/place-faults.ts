import type { Fault, FaultLabel } from '../faults'
import { below, between, type RandomState, randomStream } from '../random'
import type { FleetDevice, FleetStore } from './fleet'

/** One fault to be placed, in days before "now"; a negative end lies ahead. */
interface Plan {
  readonly fault: Fault
  readonly startsDaysAgo: number
  readonly rampDays: number
  readonly severity: number
  readonly endsDaysAgo: number
  readonly fits: (device: FleetDevice) => boolean
}

const DAY_MS = 86_400_000
const MINUTE_MS = 60_000
const FULL_SIZE = 40
/** Far enough ahead that a demonstration left running for weeks still has its patients. */
const AHEAD = -60

const isCase = (device: FleetDevice) => device.physics.kind === 'case'
const isChilled = (device: FleetDevice) => device.zone === 'C4' || device.zone === 'C7'
const isFreezer = (device: FleetDevice) => device.zone === 'FZ' || device.zone === 'IC'
const isWalkInFreezer = (device: FleetDevice) => device.type === 'walk_in' && device.zone === 'FZ'
const hasDoor = (device: FleetDevice) => device.type === 'doored_case'
const isAny = () => true

/** The most telling first: a small fleet takes only the head of the list. */
const plans: readonly Plan[] = [
  plan('terminal_offline', 0.22, 0, 1, -0.8, isAny),
  plan('leak', 12, 10, 0.9, AHEAD, isChilled),
  plan('iced_evaporator', 9, 5, 0.95, AHEAD, isFreezer),
  plan('probe_reads_low', 15, 6, 0.8, AHEAD, isChilled),
  plan('contactor_dead', 0.15, 0, 1, -1, isChilled),
  plan('device_silent', 1.3, 0, 1, -6, isCase),
  plan('door_ajar', 2, 0.5, 0.8, AHEAD, hasDoor),
  plan('evaporator_fan', 10, 8, 0.85, AHEAD, isFreezer),
  plan('dirty_condenser', 20, 15, 0.9, AHEAD, isCase),
  plan('contactor_welded', 2.5, 0, 1, AHEAD, isChilled),
  plan('device_garbled', 4, 0, 1, AHEAD, isCase),
  plan('probe_reads_high', 12, 8, 0.7, AHEAD, isCase),
  plan('leak', 3, 12, 0.9, AHEAD, isWalkInFreezer),
  plan('iced_evaporator', 6, 4, 0.9, AHEAD, isChilled),
  plan('terminal_offline', 2.2, 0, 1, 2.05, isAny),
  plan('contactor_dead', 8.2, 0, 1, 7.9, isFreezer),
  plan('leak', 26, 6, 0.85, 17, isFreezer),
  plan('door_ajar', 5.4, 0, 1, 5.2, hasDoor),
  plan('device_silent', 11, 0, 1, 10.6, isCase),
  plan('terminal_offline', 13.1, 0, 1, 12.8, isAny),
  plan('dirty_condenser', 18, 10, 0.4, AHEAD, isCase),
  plan('evaporator_fan', 7, 10, 0.4, AHEAD, isChilled),
  plan('door_ajar', 14, 10, 0.5, AHEAD, hasDoor),
  plan('iced_evaporator', 24, 5, 0.9, 15, isWalkInFreezer),
  plan('leak', 8, 10, 0.35, AHEAD, isCase),
  plan('probe_reads_low', 22, 4, 0.7, 9, isFreezer),
]

/**
 * Labels for every store, by its position: one of each kind of fault in a fleet of 40, spread so that most stores have
 * none and no device has two. Stores polled over Modbus keep their lines whole: what happens there is really done to
 * them.
 */
export function placeFaults(seed: number, madeAtMs: number, stores: readonly FleetStore[]): FaultLabel[][] {
  const random = randomStream(seed, 'faults')
  const labels: FaultLabel[][] = stores.map(() => [])
  const share = Math.min(1, stores.length / FULL_SIZE)
  const patients = new Set<string>()
  const offlineStores = new Set<number>()
  for (const one of plans.slice(0, Math.ceil(plans.length * share))) {
    const isLink = one.fault === 'terminal_offline'
    const open = stores.filter((store) => !offlineStores.has(store.index) && !(isLink && isModbus(store)))
    const spots = open.flatMap((store) =>
      store.devices.flatMap((device, deviceIndex) => {
        const isTaken = patients.has(`${store.index}/${deviceIndex}`)
        const isHidden = isModbus(store) && one.fault.startsWith('device_')
        return isTaken || isHidden || !one.fits(device) ? [] : [{ store: store.index, deviceIndex }]
      }),
    )
    const spot = spots[below(random, Math.max(1, spots.length))]
    if (!spot) continue
    if (isLink) offlineStores.add(spot.store)
    else patients.add(`${spot.store}/${spot.deviceIndex}`)
    labels[spot.store]?.push(labelOf(one, madeAtMs, isLink ? null : spot.deviceIndex))
  }
  const flapping = stores.filter((store) => !offlineStores.has(store.index) && !isModbus(store)).at(-1)
  if (flapping && stores.length > 2) labels[flapping.index]?.push(...flaps(random, madeAtMs))
  return labels
}

/** Three days of a terminal that restarts again and again; about a sixth of the time is lost. */
function flaps(random: RandomState, madeAtMs: number): FaultLabel[] {
  const spells: FaultLabel[] = []
  let atMs = madeAtMs - 3 * DAY_MS
  while (atMs < madeAtMs + DAY_MS) {
    const startMs = atMs + Math.round(between(random, 40, 130)) * MINUTE_MS
    const endMs = startMs + Math.round(between(random, 8, 28)) * MINUTE_MS
    spells.push({ deviceIndex: null, fault: 'terminal_offline', startMs, rampDays: 0, severity: 1, endMs })
    atMs = endMs
  }
  return spells
}

function isModbus(store: FleetStore): boolean {
  return store.link === 'modbus'
}

function labelOf(one: Plan, madeAtMs: number, deviceIndex: number | null): FaultLabel {
  return {
    deviceIndex,
    fault: one.fault,
    startMs: Math.round(madeAtMs - one.startsDaysAgo * DAY_MS),
    rampDays: one.rampDays,
    severity: one.severity,
    endMs: Math.round(madeAtMs - one.endsDaysAgo * DAY_MS),
  }
}

function plan(
  fault: Fault,
  startsDaysAgo: number,
  rampDays: number,
  severity: number,
  endsDaysAgo: number,
  fits: (device: FleetDevice) => boolean,
): Plan {
  return { fault, startsDaysAgo, rampDays, severity, endsDaysAgo, fits }
}
