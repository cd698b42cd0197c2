import { type TemperatureZone, temperatureZones } from '../organisation/device'
import type { HealthIndicator } from './health-indicators'

type FigureUnit = 'celsius' | 'kelvin' | 'minutes' | 'kelvin_minutes' | 'percent' | 'days'

type ZoneKey = 'low' | 'high' | 'grace' | 'degree_minutes' | 'hard_margin' | 'lag'
/** What a device can be weighed by; the superheat weighs as much as the coil difference that it stands for. */
export type WeighedKey = Exclude<HealthIndicator, 'superheat'>
export type FigureKey = ZoneKey | WeighedKey | 'good' | 'fair' | 'expiring'

/** A number of our own choice that people may choose otherwise. */
export interface Figure {
  readonly key: FigureKey
  readonly unit: FigureUnit
  /** What holds where nobody has chosen. */
  readonly usual: number
  readonly lowest: number
  readonly highest: number
  /** Values lie on whole steps. */
  readonly step: number
  /** It lies below another figure of the group. */
  readonly below?: FigureKey
}

/** The figures of a group by their keys. */
export type FigureValues = Readonly<Record<string, number>>

type Bounds = readonly [usual: number, lowest: number, highest: number]

function figure(key: FigureKey, unit: FigureUnit, [usual, lowest, highest]: Bounds, step: number): Figure {
  return { key, unit, usual, lowest, highest, step }
}

interface ZoneBounds {
  /** °C, of the product; left out where the zone has no limit on that side. The ranges of both sides lie apart. */
  readonly low?: Bounds
  readonly high?: Bounds
  readonly grace: number
  readonly degreeMinutes: number
  readonly lag: number
}

/** What is insured in a zone. The law of a country is none of our choices, so it is not among them. */
function zoneFigures({ low, high, grace, degreeMinutes, lag }: ZoneBounds): readonly Figure[] {
  return [
    ...(low === undefined ? [] : [figure('low', 'celsius', low, 0.1)]),
    ...(high === undefined ? [] : [figure('high', 'celsius', high, 0.1)]),
    figure('grace', 'minutes', [grace, 0, 240], 5),
    figure('degree_minutes', 'kelvin_minutes', [degreeMinutes, 0, 1440], 10),
    figure('hard_margin', 'kelvin', [3, 0, 5], 0.5),
    figure('lag', 'minutes', [lag, 5, 240], 5),
  ]
}

/** Without the temperature there is no score, so it always weighs something. */
function weights(usual: Readonly<Record<WeighedKey, number>>): readonly Figure[] {
  return (Object.entries(usual) as [WeighedKey, number][]).map(([key, weight]) =>
    figure(key, 'percent', [weight, key === 'deviation' ? 1 : 0, 50], 1),
  )
}

/** Everything that is chosen together, and holds in a place together. */
export const figureGroups = {
  FZ: zoneFigures({ high: [-18, -28, -12], grace: 120, degreeMinutes: 360, lag: 90 }),
  IC: zoneFigures({ high: [-20, -30, -12], grace: 60, degreeMinutes: 120, lag: 60 }),
  C4: zoneFigures({ low: [0, -2, 2], high: [4, 3, 8], grace: 60, degreeMinutes: 120, lag: 45 }),
  C7: zoneFigures({ low: [0, -2, 3], high: [7, 4, 10], grace: 60, degreeMinutes: 180, lag: 45 }),
  F18: zoneFigures({ low: [15, 10, 16], high: [20, 17, 25], grace: 120, degreeMinutes: 240, lag: 30 }),
  HOT: zoneFigures({ low: [65, 55, 75], grace: 30, degreeMinutes: 150, lag: 20 }),
  /** Connection rates from which on they are good, and fair. */
  connection: [
    figure('good', 'percent', [98, 50, 100], 0.1),
    { ...figure('fair', 'percent', [90, 0, 99.9], 0.1), below: 'good' },
  ],
  /** What indicators weigh in a health score; together they count as a whole. */
  health: weights({
    deviation: 22,
    recovery: 10,
    run_ratio: 18,
    starts: 10,
    pull_down: 12,
    coil_difference: 12,
    door: 4,
    energy: 12,
  }),
  /** With no more days left than this a renewal is due. */
  insurance: [figure('expiring', 'days', [30, 1, 180], 1)],
} as const satisfies Readonly<Record<TemperatureZone, readonly Figure[]>> &
  Readonly<Record<string, readonly Figure[]>>
export type FigureGroup = keyof typeof figureGroups
export const figureGroupKeys = Object.keys(figureGroups) as [FigureGroup, ...FigureGroup[]]

/** The figures of a group as they hold in a place. */
export interface FigureRule {
  readonly figureGroup: FigureGroup
  readonly figures: FigureValues
}

/** The figures that were chosen, by their groups; those of other groups are as usual. */
export type ChosenFigures = Readonly<Partial<Record<FigureGroup, FigureValues>>>

export function isWeight(key: FigureKey): key is WeighedKey {
  return figureGroups.health.some((figure) => figure.key === key)
}

/** True for groups that hold the limits of a zone. */
export function isZoneGroup(group: FigureGroup): group is TemperatureZone {
  return temperatureZones.some((zone) => zone === group)
}

/** What holds in a group where nobody has chosen; and for figures that were not among those that were chosen. */
export function completeFigures(group: FigureGroup, chosen: FigureValues = {}): FigureValues {
  return Object.fromEntries(figureGroups[group].map(({ key, usual }) => [key, chosen[key] ?? usual]))
}

export type FigureFault = 'missing' | 'unknown' | 'range'

/** What is wrong with the figures of a group, by their keys; empty where nothing is. */
export function figureFaults(
  group: FigureGroup,
  values: Readonly<Record<string, number | null>>,
): Readonly<Record<string, FigureFault>> {
  const faults: Record<string, FigureFault> = {}
  const known = figureGroups[group]
  for (const figure of known) {
    const value = values[figure.key] ?? null
    if (value === null) faults[figure.key] = 'missing'
    else if (!isInBounds(figure, value) || !isBelow(figure, value, values)) faults[figure.key] = 'range'
  }
  for (const key of Object.keys(values)) if (!known.some((one) => one.key === key)) faults[key] = 'unknown'
  return faults
}

/** Steps are decimal: 0.1 lies on none of them in binary. */
const STEP_NOISE = 1e-6

function isInBounds({ lowest, highest, step }: Figure, value: number): boolean {
  const steps = value / step
  return value >= lowest && value <= highest && Math.abs(steps - Math.round(steps)) < STEP_NOISE
}

function isBelow({ below }: Figure, value: number, values: Readonly<Record<string, number | null>>): boolean {
  return below === undefined || value < (values[below] ?? Infinity)
}
