import type { TemperatureZone } from '../organisation/device'
import type { ControlBand } from './control-bands'

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

interface ZoneRow
  extends Pick<
    ZoneLimits,
    'insuredLowC' | 'insuredHighC' | 'graceMinutes' | 'degreeMinutesMax' | 'lagMinutes'
  > {
  readonly setpointC: number
}

const zones: Readonly<Record<TemperatureZone, ZoneRow>> = {
  FZ: row(-22, null, -18, 120, 360, 90),
  IC: row(-24, null, -20, 60, 120, 60),
  C4: row(2, 0, 4, 60, 120, 45),
  C7: row(4, 0, 7, 60, 180, 45),
  F18: row(17, 15, 20, 120, 240, 30),
  HOT: row(70, 65, null, 30, 150, 20),
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

/** Retail freezers in the European Union may be 3 K warmer than the law says; the same is granted to every zone. */
const HARD_MARGIN_K = 3
const COLD_DIFFERENTIAL_K = 2
const HOT_DIFFERENTIAL_K = 4
/** What pharmacopoeias take where nothing better is known. */
export const ACTIVATION_KJ_PER_MOL = 83.144

/**
 * Limits of a zone in a country. The hard limit lies 3 K beyond the legal one, or beyond the insured one where no law
 * is known, as for rice foods at 18 °C.
 * @param country ISO 3166-1 alpha-2
 *
 * Taiwan: good hygiene practice for food (chilled at most 7 °C and above freezing, frozen at most −18 °C, hot at least
 * 60 °C). Japan: manual for mass catering (10 °C, 65 °C) and −15 °C for listed frozen foods. European Union: directive
 * 89/108/EEC. United Kingdom: food safety and hygiene regulations, schedule 4 (8 °C, 63 °C). Insured limits, grace,
 * degree-minutes and lag are our own defaults.
 */
export function zoneLimits(zone: TemperatureZone, country: string): ZoneLimits {
  const { setpointC, ...limits } = zones[zone]
  const law = legalLimitC(zone, countryLaws[country] ?? {})
  const isHot = zone === 'HOT'
  const outermostC = law ?? (isHot ? limits.insuredLowC : limits.insuredHighC)
  return {
    ...limits,
    legalLowC: isHot ? law : null,
    legalHighC: isHot ? null : law,
    hardLowC: isHot && outermostC !== null ? outermostC - HARD_MARGIN_K : null,
    hardHighC: !isHot && outermostC !== null ? outermostC + HARD_MARGIN_K : null,
    isJudgedByKinetics: zone === 'C4' || zone === 'C7' || zone === 'F18',
    activationKjPerMol: ACTIVATION_KJ_PER_MOL,
  }
}

/** What equipment of a zone is usually set to, where it cannot be read. */
export function usualBand(zone: TemperatureZone): ControlBand {
  const differentialK = zone === 'HOT' ? HOT_DIFFERENTIAL_K : COLD_DIFFERENTIAL_K
  return { setpointC: zones[zone].setpointC, differentialK }
}

function legalLimitC(zone: TemperatureZone, law: CountryLaw): number | null {
  if (zone === 'F18') return null
  if (zone === 'HOT') return law.hotC ?? null
  return (zone === 'C4' || zone === 'C7' ? law.chilledC : law.frozenC) ?? null
}

function row(
  setpointC: number,
  insuredLowC: number | null,
  insuredHighC: number | null,
  graceMinutes: number,
  degreeMinutesMax: number,
  lagMinutes: number,
): ZoneRow {
  return { setpointC, insuredLowC, insuredHighC, graceMinutes, degreeMinutesMax, lagMinutes }
}

/** Where devices of a zone are usually set, and what is insured there. */
export function zoneSetpoint(
  zone: TemperatureZone,
): Pick<ZoneRow, 'setpointC' | 'insuredLowC' | 'insuredHighC'> {
  const { setpointC, insuredLowC, insuredHighC } = zones[zone]
  return { setpointC, insuredLowC, insuredHighC }
}
