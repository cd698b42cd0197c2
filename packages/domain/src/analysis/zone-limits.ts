import type { TemperatureZone } from '../organisation/device'
import type { ControlBand } from './control-bands'
import { completeFigures, type FigureValues } from './figures'

/** What the temperature of the product in a zone is held against. °C; null where there is no limit on that side. */
export interface ZoneLimits {
  /** What the insurance promises; excursions are counted against it. */
  readonly insuredLowC: number | null
  readonly insuredHighC: number | null
  /** What the law of the country requires: at least in the hot case, at most elsewhere. */
  readonly legalLowC: number | null
  readonly legalHighC: number | null
  /** Beyond it protection has failed within minutes. On the side of the law only. */
  readonly hardLowC: number | null
  readonly hardHighC: number | null
  /** An excursion may last so long. */
  readonly graceMinutes: number
  /** Excursions of a day may add up to so much, K·min. */
  readonly degreeMinutesMax: number
  /** How slowly the product follows the air: time constant of a first-order lag. */
  readonly lagMinutes: number
  /** Whether the mean kinetic temperature is meaningful for the food: it is not across the freezing point. */
  readonly isJudgedByKinetics: boolean
  /** Energy by which warmth speeds spoilage up, 60 to 100 kJ/mol by the product. */
  readonly activationKjPerMol: number
}

/** Where devices of a zone are usually set, °C. */
const setpoints: Readonly<Record<TemperatureZone, number>> = {
  FZ: -22,
  IC: -24,
  C4: 2,
  C7: 4,
  F18: 17,
  HOT: 70,
}

/** Core temperatures that food law names: at most when frozen or chilled, at least when held hot. */
interface CountryLaw {
  readonly frozenC?: number
  readonly chilledC?: number
  readonly hotC?: number
}

/** Member states of the European Union, whose law on quick-frozen food is one. */
const EU_COUNTRIES = 'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'
const countryLaws: Readonly<Record<string, CountryLaw>> = {
  TW: { frozenC: -18, chilledC: 7, hotC: 60 },
  JP: { frozenC: -15, chilledC: 10, hotC: 65 },
  GB: { frozenC: -18, chilledC: 8, hotC: 63 },
  ...Object.fromEntries(EU_COUNTRIES.split(' ').map((country) => [country, { frozenC: -18 }])),
}

const COLD_DIFFERENTIAL_K = 2
const HOT_DIFFERENTIAL_K = 4
/** What pharmacopoeias take where nothing better is known. */
export const ACTIVATION_KJ_PER_MOL = 83.144

/**
 * Limits of a zone in a country. The hard limit lies a margin beyond the legal one, or beyond the insured one where no
 * law is known, as for rice foods at 18 °C: retail freezers in the European Union may be 3 K warmer than the law says,
 * and the same is usual for every zone. Nobody insures less than the law asks for: where it is stricter than what was
 * chosen, it is what counts.
 * @param country ISO 3166-1 alpha-2
 * @param chosen figures of the zone; left out, the usual ones
 *
 * Taiwan: good hygiene practice for food (chilled at most 7 °C and above freezing, frozen at most −18 °C, hot at least
 * 60 °C). Japan: manual for mass catering (10 °C, 65 °C) and −15 °C for listed frozen foods. European Union: directive
 * 89/108/EEC. United Kingdom: food safety and hygiene regulations, schedule 4 (8 °C, 63 °C).
 */
export function zoneLimits(zone: TemperatureZone, country: string, chosen: FigureValues = {}): ZoneLimits {
  const figures = completeFigures(zone, chosen)
  const law = legalLimitC(zone, countryLaws[country] ?? {})
  const isHot = zone === 'HOT'
  const insuredLowC = strictest(Math.max, figures.low, isHot ? law : null)
  const insuredHighC = strictest(Math.min, figures.high, isHot ? null : law)
  const outermostC = law ?? (isHot ? insuredLowC : insuredHighC)
  const hardMarginK = figures.hard_margin as number
  return {
    insuredLowC,
    insuredHighC,
    legalLowC: isHot ? law : null,
    legalHighC: isHot ? null : law,
    hardLowC: isHot && outermostC !== null ? outermostC - hardMarginK : null,
    hardHighC: !isHot && outermostC !== null ? outermostC + hardMarginK : null,
    graceMinutes: figures.grace as number,
    degreeMinutesMax: figures.degree_minutes as number,
    lagMinutes: figures.lag as number,
    isJudgedByKinetics: zone === 'C4' || zone === 'C7' || zone === 'F18',
    activationKjPerMol: ACTIVATION_KJ_PER_MOL,
  }
}

/** What equipment of a zone is usually set to, where it cannot be read. */
export function usualBand(zone: TemperatureZone): ControlBand {
  const differentialK = zone === 'HOT' ? HOT_DIFFERENTIAL_K : COLD_DIFFERENTIAL_K
  return { setpointC: setpoints[zone], differentialK }
}

function strictest(
  outermost: (...limits: number[]) => number,
  chosenC: number | undefined,
  lawC: number | null,
): number | null {
  if (chosenC === undefined) return null
  return lawC === null ? chosenC : outermost(chosenC, lawC)
}

function legalLimitC(zone: TemperatureZone, law: CountryLaw): number | null {
  if (zone === 'F18') return null
  if (zone === 'HOT') return law.hotC ?? null
  return (zone === 'C4' || zone === 'C7' ? law.chilledC : law.frozenC) ?? null
}

/** Where devices of a zone are usually set, and what is insured there. */
export function zoneSetpoint(zone: TemperatureZone): {
  readonly setpointC: number
  readonly insuredLowC: number | null
  readonly insuredHighC: number | null
} {
  const { low, high } = completeFigures(zone)
  return { setpointC: setpoints[zone], insuredLowC: low ?? null, insuredHighC: high ?? null }
}
