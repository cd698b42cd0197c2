/** What surrounds the devices of one store during one minute. */
export interface Environment {
  outdoorC: number
  indoorC: number
  isOpen: boolean
  /** Multiplies the openings per hour that a case sees by day; 0 while the shop is closed. */
  trade: number
  /** Multiplies the openings per hour that a case sees by night (filling shelves); 0 while customers come. */
  nightWork: number
  /** Share of the cookers (fryers, steamers, microwaves) in use: they follow the two meal peaks. */
  cooking: number
}

/** Minutes after local midnight; equal values mean open all day. */
export interface OpeningHours {
  readonly opensAtMinute: number
  readonly closesAtMinute: number
}

const INDOOR_C = 25
const INDOOR_FOLLOWS_OUTDOOR = 0.2
const DAY_STARTS_AT_MINUTE = 7 * 60
const DAY_ENDS_AT_MINUTE = 23 * 60
/** Customers of a shop that stays open at night, against the day. */
const NIGHT_TRADE = 0.15

export function makeEnvironment(): Environment {
  return { outdoorC: 20.5, indoorC: 25.5, isOpen: true, trade: 0.5, nightWork: 0.5, cooking: 0.5 }
}

/** Sets `environment` to the weather and the local minute of the day (0 to 1439). */
export function surround(
  environment: Environment,
  outdoorC: number,
  minuteOfDay: number,
  hours: OpeningHours,
): void {
  const isOpen = isOpenAt(minuteOfDay, hours)
  const isDay = minuteOfDay >= DAY_STARTS_AT_MINUTE && minuteOfDay < DAY_ENDS_AT_MINUTE
  const peaks = mealPeaks[minuteOfDay] ?? 0
  environment.outdoorC = outdoorC
  environment.indoorC = INDOOR_C + INDOOR_FOLLOWS_OUTDOOR * (outdoorC - INDOOR_C)
  environment.isOpen = isOpen
  environment.trade = isOpen ? ((1 + peaks) / 1.25) * (isDay ? 1 : NIGHT_TRADE) : 0
  environment.nightWork = isOpen ? 0 : 1
  environment.cooking = isOpen ? peaks : 0
}

function isOpenAt(minuteOfDay: number, { opensAtMinute, closesAtMinute }: OpeningHours): boolean {
  if (opensAtMinute === closesAtMinute) return true
  return opensAtMinute < closesAtMinute
    ? minuteOfDay >= opensAtMinute && minuteOfDay < closesAtMinute
    : minuteOfDay >= opensAtMinute || minuteOfDay < closesAtMinute
}

/** Lunch and the way home, above the even trade of the day, for each minute. */
const mealPeaks = Float64Array.from({ length: 1440 }, (_, minute) => {
  const hour = minute / 60
  return 0.6 * Math.exp(-((hour - 12.3) ** 2)) + 0.7 * Math.exp(-(((hour - 18.5) / 1.5) ** 2))
})
