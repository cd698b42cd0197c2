import { type DeviceFault, deviceFaults } from '@coldkeep/simulator/faults'
import { type Equipment, equipment } from '@coldkeep/simulator/fleet/equipment'
import type { WeatherStationName } from '@coldkeep/simulator/physics/weather'
import { below, between, pick, type RandomState, randomStream } from '@coldkeep/simulator/random'

/** How long one device is followed, in days from the first. */
export const timetable = { baselineEnds: 21, faultStarts: 25, rampDays: 10, ends: 45 } as const

/** First days: cool and warming up, spring into summer, summer into autumn. */
export const seasons = [
  { name: 'winter', startsOn: '2025-01-15' },
  { name: 'spring', startsOn: '2025-04-10' },
  { name: 'autumn', startsOn: '2025-08-25' },
] as const
export type SeasonIndex = 0 | 1 | 2

const stations: readonly [WeatherStationName, ...WeatherStationName[]] = [
  'taipei',
  'taichung',
  'kaohsiung',
  'tokyo',
  'osaka',
]

export interface TrialDevice {
  readonly kind: Equipment
  readonly kindName: string
  readonly fault: { readonly kind: DeviceFault; readonly severity: number } | null
  /** When it has its fault in full, in days from the first; left out: it grows from `faultStarts` on and stays. */
  readonly during?: readonly { readonly from: number; readonly to: number }[]
}

/** A shop of a few devices in one climate. */
export interface TrialStore {
  readonly index: number
  readonly season: SeasonIndex
  readonly weather: WeatherStationName
  readonly warmerK: number
  readonly isOpenAllDay: boolean
  /** Seconds after the full five minutes at which it polls. */
  readonly pollSecond: number
  readonly devices: readonly TrialDevice[]
}

export interface TrialOptions {
  readonly seed: number
  readonly seasons: readonly SeasonIndex[]
  /** Healthy ones per season, and as many with a fault. */
  readonly devices: number
}

const DEVICES_PER_STORE = 4
const MILD = 0.35
const SEVERE = 0.85

const coldKinds = [
  'chilledCase',
  'drinksCase',
  'frozenCase',
  'iceCreamCase',
  'riceCase',
  'walkInFreezer',
  'walkInChiller',
] as const
const doored = coldKinds.filter((name) => name !== 'riceCase')
const allKinds = [...coldKinds, 'hotCase'] as const
type KindName = (typeof allKinds)[number]

/** Which equipment can have a fault: an open case has no door, a heated one no refrigeration. */
function kindsFor(fault: DeviceFault): readonly KindName[] {
  if (fault === 'door_ajar') return doored
  return fault === 'contactor_dead' || fault === 'contactor_welded' ? allKinds : coldKinds
}

/** A contactor fails at half of its severity: below that nothing is wrong yet. */
const strengths = deviceFaults.flatMap((fault) =>
  fault.startsWith('contactor')
    ? [{ fault, isSevere: true }]
    : [true, false].map((isSevere) => ({ fault, isSevere })),
)

/** Stores of each season, healthy and faulty devices mixed, every fault in turn on every kind that can have it. */
export function planTrial({ seed, seasons: chosen, devices }: TrialOptions): TrialStore[] {
  let index = 0
  return chosen.flatMap((season) => {
    const random = randomStream(seed, 'trial', season)
    const all: TrialDevice[] = []
    for (let device = 0; device < devices; device++) {
      const kindName = allKinds[(device + season) % allKinds.length] as KindName
      all.push({ kind: equipment[kindName], kindName, fault: null })
      all.push(faultyDevice(random, device, season, devices))
    }
    const stores: TrialStore[] = []
    for (let from = 0; from < all.length; from += DEVICES_PER_STORE) {
      stores.push({
        index: index++,
        season,
        weather: pick(random, stations),
        warmerK: between(random, -0.6, 0.8),
        isOpenAllDay: below(random, 10) < 7,
        pollSecond: below(random, 300),
        devices: all.slice(from, from + DEVICES_PER_STORE),
      })
    }
    return stores
  })
}

function faultyDevice(random: RandomState, device: number, season: SeasonIndex, count: number): TrialDevice {
  // Seasons take the list up where the one before left off, so that a small run meets every fault too.
  const turn = device + season * count
  const { fault, isSevere } = strengths[turn % strengths.length] as (typeof strengths)[number]
  const kinds = kindsFor(fault)
  const kindName = kinds[(Math.floor(turn / strengths.length) + turn) % kinds.length] as KindName
  const severity = isSevere ? between(random, SEVERE, 1) : MILD
  return { kind: equipment[kindName], kindName, fault: { kind: fault, severity } }
}
