import type { LocalDate } from '../time/local-date'
import { type Expectation, expectedAt, fitFigure, spreadOf } from './fit-figure'
import type { MeasuredHealth } from './health-indicators'
import { type QuietFigure, quietFigures } from './measure-quiet'
import { median } from './median'
import { type ProbeFault, plainProbeFaults } from './probe-faults'

/** One day of a device, as far as its baseline needs it. */
export interface HealthDay {
  readonly on: LocalDate
  readonly measured: MeasuredHealth
  /** Mean of the day; null where it was not measured. */
  readonly outdoorC: number | null
  /** The verdict on the product was a breach. */
  readonly isBreach: boolean
}

/** How far each figure usually moves per kelvin outdoors, as a share of itself; the others are alike in any weather. */
const usualSlopes = {
  deviationK: 0,
  recoveryMinutes: 0,
  runRatio: 0.02,
  startsPerHour: 0.02,
  pullDownKPerMinute: 0.01,
  coilDifferenceK: 0.01,
  superheatK: 0,
  doorShare: 0,
  energyKwh: 0.02,
  restDifferenceK: 0,
  stillMinutes: 0,
  moveK: 0,
} as const satisfies Partial<Readonly<Record<keyof MeasuredHealth, number>>>
type Figure = keyof typeof usualSlopes
const figures = Object.keys(usualSlopes) as readonly Figure[]

/**
 * How a device is controlled, as its readings show: a compressor that starts and stops; one that on some days hardly
 * stops, as one of variable speed; or none that stops, as where a valve meters what a rack supplies.
 */
type ControlKind = 'on_off' | 'variable' | 'continuous'

type QuietBaseline = Readonly<Record<QuietFigure, Expectation | null>>

/** How a device was when it was healthy. Null where too few days had the figure. */
export interface HealthBaseline extends Readonly<Record<Figure, Expectation | null>> {
  /** Mean outdoor temperature of its days. */
  readonly outdoorC: number | null
  readonly control: ControlKind
  /** Median of its days; null where the controller does not say. */
  readonly setpointC: number | null
  /** Smallest step of its temperatures, K. */
  readonly stepK: number
  /** The food, or what the air lets expect of it, was beyond its limit on most days: it says nothing new. */
  readonly isUsuallyBreached: boolean
  /** What its probes showed on more than a few of its days. */
  readonly usualFaults: readonly ProbeFault[]
  /** Of the quiet hours of its days; left out of what was learnt before they were looked at, and of peers. */
  readonly quiet?: QuietBaseline
}

const LEAST_DAYS = 14
const LEAST_COVERAGE = 0.9
/** A figure that fewer of the days have is not known. */
const LEAST_VALUES = 7
const LEAST_PEERS = 5
/** Running for so much of the time is not stopping. */
const HARDLY_STOPS = 0.9
/** A day in ten that hardly stops is more than one hot day. */
const SOME_DAYS = 0.1
/** What runs for most of the time and starts less than twice an hour slows down before it stops. */
const MOSTLY_RUNS = 0.65
const STARTS_OF_ON_OFF = 2
const MOST_DAYS = 0.5
/** Where so many days are breached, waiting for those that are not would never end. */
const MANY_BREACHES = 0.25

/**
 * The baseline of a device from its first days (28 as a rule) after commissioning, or after a repair that was marked
 * so; call it once these days are over and keep what it returns, so that a slow fault cannot teach itself in.
 * @param days in any order; those without enough readings are left out, and those with a breach unless most have one
 * @returns null where fewer than 14 days are left: wait for more
 */
export function freezeBaseline(days: readonly HealthDay[]): HealthBaseline | null {
  const known = days.filter(({ measured }) => (measured.coverage ?? 0) >= LEAST_COVERAGE)
  const safe = known.filter(({ isBreach }) => !isBreach)
  const isUsuallyBreached =
    safe.length < LEAST_DAYS && known.length - safe.length >= MANY_BREACHES * known.length
  const usable = isUsuallyBreached ? known : safe
  if (usable.length < LEAST_DAYS) return null
  return {
    ...each((figure) => fit(usable, figure)),
    outdoorC: mean(usable.flatMap(({ outdoorC }) => outdoorC ?? [])),
    control: controlOf(usable),
    setpointC: median(usable.flatMap(({ measured }) => measured.setpointC ?? [])),
    stepK: median(usable.flatMap(({ measured }) => measured.stepK ?? [])) ?? 0,
    isUsuallyBreached,
    usualFaults: usualFaultsOf(usable),
    quiet: ofQuietHours(usable),
  }
}

/**
 * For a device that has no baseline yet: what is usual among healthy devices of its type. Each figure is the median of
 * the peers where their own days lay, with the median of their slopes; it scatters as they do and as they differ.
 * @returns null with fewer than 5 peers
 */
export function baselineOfPeers(peers: readonly HealthBaseline[]): HealthBaseline | null {
  const control = mostCommon(peers.map((peer) => peer.control))
  const alike = peers.filter((peer) => peer.control === control)
  if (control === null || alike.length < LEAST_PEERS) return null
  const outdoorC = median(alike.flatMap((peer) => peer.outdoorC ?? []))
  return {
    ...each((figure) => ofPeers(alike, figure, outdoorC)),
    outdoorC,
    control,
    setpointC: median(alike.flatMap((peer) => peer.setpointC ?? [])),
    stepK: Math.max(...alike.map((peer) => peer.stepK)),
    isUsuallyBreached: false,
    usualFaults: [],
  }
}

function controlOf(days: readonly HealthDay[]): ControlKind {
  const ratios = days.flatMap(({ measured }) => measured.runRatio ?? [])
  const restless = ratios.filter((ratio) => ratio >= HARDLY_STOPS).length
  if (ratios.length > 0 && restless >= MOST_DAYS * ratios.length) return 'continuous'
  const starts = median(days.flatMap(({ measured }) => measured.startsPerHour ?? []))
  const isSlow = (median(ratios) ?? 0) >= MOSTLY_RUNS && (starts ?? STARTS_OF_ON_OFF) < STARTS_OF_ON_OFF
  return restless > SOME_DAYS * ratios.length || isSlow ? 'variable' : 'on_off'
}

function usualFaultsOf(days: readonly HealthDay[]): ProbeFault[] {
  const all = days.flatMap(({ measured }) => plainProbeFaults(measured))
  return [...new Set(all)].filter(
    (fault) => all.filter((one) => one === fault).length > SOME_DAYS * days.length,
  )
}

/** In the weather of the whole day: it goes with that of the night. */
function ofQuietHours(days: readonly HealthDay[]): QuietBaseline {
  const known = days.flatMap(({ measured, ...day }) =>
    measured.quiet ? [{ ...day, measured: { ...measured, ...measured.quiet } }] : [],
  )
  return Object.fromEntries(quietFigures.map((figure) => [figure, fit(known, figure)])) as QuietBaseline
}

function each(of: (figure: Figure) => Expectation | null): Record<Figure, Expectation | null> {
  return Object.fromEntries(figures.map((figure) => [figure, of(figure)])) as Record<
    Figure,
    Expectation | null
  >
}

/** A distance from the band counts by its amount: which side it is on changes from day to day. */
function fit(days: readonly HealthDay[], figure: Figure): Expectation | null {
  const known = days.flatMap(({ outdoorC, measured }) => {
    const value = measured[figure] ?? null
    return value === null ? [] : [{ outdoorC, value: figure === 'deviationK' ? Math.abs(value) : value }]
  })
  return known.length < LEAST_VALUES ? null : fitFigure(known, usualSlopes[figure])
}

function ofPeers(
  peers: readonly HealthBaseline[],
  figure: Figure,
  outdoorC: number | null,
): Expectation | null {
  const lines = peers.map((peer) => peer[figure]).filter((line) => line !== null)
  if (lines.length < LEAST_PEERS) return null
  const levels = lines.map((line) => expectedAt(line, outdoorC))
  const middle = (of: (line: Expectation) => number) => median(lines.map(of)) ?? 0
  const level = median(levels) ?? 0
  const perKelvin = middle((line) => line.perKelvin)
  const apart = spreadOf(
    levels.map((one) => one - level),
    1,
  )
  return {
    atZero: level - perKelvin * (outdoorC ?? 0),
    perKelvin,
    typical: middle((line) => line.typical),
    scatter: Math.hypot(
      middle((line) => line.scatter),
      apart,
    ),
    meanC: outdoorC,
    slopeError: middle((line) => line.slopeError),
  }
}

function mostCommon(kinds: readonly ControlKind[]): ControlKind | null {
  const count = (kind: ControlKind) => kinds.filter((one) => one === kind).length
  return kinds.reduce<ControlKind | null>(
    (most, kind) => (most === null || count(kind) > count(most) ? kind : most),
    null,
  )
}

function mean(values: readonly number[]): number | null {
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length
}
