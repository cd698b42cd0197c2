/** What is compared: energy of a day in kWh, the share of it that the compressor ran, the mean temperature in °C. */
export const changeFigures = ['energy', 'duty', 'temperature'] as const
export type ChangeFigure = (typeof changeFigures)[number]

export const changeVerdicts = ['less', 'more', 'not_proven'] as const
type ChangeVerdict = (typeof changeVerdicts)[number]

/** One figure of one day. */
export interface ChangeDay {
  readonly value: number
  /** Mean of the day; `null`: not measured. */
  readonly outdoorC: number | null
  /** Shops trade otherwise at weekends. */
  readonly isWeekend: boolean
}

/** What a change did to one figure. */
export interface Change {
  readonly verdict: ChangeVerdict
  /** Means of the days. */
  readonly before: number | null
  readonly after: number | null
  /** After less before, at equal outdoor temperature; `null`: too few days to say. */
  readonly difference: number | null
  /** It lies between these with 95 %. */
  readonly low: number | null
  readonly high: number | null
  readonly daysBefore: number
  readonly daysAfter: number
}

/** With fewer on either side a hot week passes for a change; our own choice. */
const LEAST_DAYS = 10
/** Of 97.5 % of a normal distribution. */
const Z = 1.959964
/** What is the same every day has no slope. */
const NO_VARIATION = 1e-9
/** Days that resemble the day before tell less than so many days would. */
const MOST_ALIKE = 0.9

/**
 * What a change did: the days after it against those before by least squares, with the outdoor temperature and weekends taken
 * out where they differ from day to day. The interval is widened where days resemble the day before them. Where it
 * contains 0, or either side has fewer than 10 days, nothing is proven.
 * @param before in their order, as `after`; days whose outdoor temperature is unknown count only where it is of none
 */
export function judgeChange(before: readonly ChangeDay[], after: readonly ChangeDay[]): Change {
  const hasWeather = [...before, ...after].some(({ outdoorC }) => outdoorC !== null)
  const usable = ({ outdoorC }: ChangeDay) => !hasWeather || outdoorC !== null
  const [was, is] = [before.filter(usable), after.filter(usable)]
  const means = { before: meanOf(was), after: meanOf(is), daysBefore: was.length, daysAfter: is.length }
  const unknown = { ...means, verdict: 'not_proven', difference: null, low: null, high: null } as const
  if (was.length < LEAST_DAYS || is.length < LEAST_DAYS) return unknown
  const days = [...was, ...is]
  const columns = [
    days.map(() => 1),
    days.map((_, index) => Number(index >= was.length)),
    days.map(({ outdoorC }) => outdoorC ?? 0),
    days.map(({ isWeekend }) => Number(isWeekend)),
  ].filter((column, index) => index < 2 || varies(column))
  const fitted = leastSquares(
    columns,
    days.map(({ value }) => value),
  )
  if (fitted === null) return unknown
  const { difference, error, freedom } = fitted
  const reach = quantile(freedom) * error
  const [low, high] = [difference - reach, difference + reach]
  const verdict = high < 0 ? 'less' : low > 0 ? 'more' : 'not_proven'
  return { ...means, verdict, difference, low, high }
}

/** The change of several devices as one: the mean of theirs, as uncertain as they are and as they differ. */
export function meanChange(changes: readonly Change[]): Change | null {
  const known = changes.flatMap(({ difference, low, high, ...change }) =>
    difference === null || low === null || high === null
      ? []
      : [{ ...change, difference, half: (high - low) / 2 }],
  )
  const [first] = known
  if (first === undefined) return null
  const count = known.length
  const difference = sum(known.map((one) => one.difference)) / count
  // the weather is the same for all of them: their errors do not cancel
  const own = sum(known.map(({ half }) => half)) / count
  const squares = sum(known.map((one) => (one.difference - difference) ** 2))
  const apart = count === 1 ? 0 : quantile(count - 1) * Math.sqrt(squares / (count - 1) / count)
  const half = Math.max(own, apart)
  const [low, high] = [difference - half, difference + half]
  return {
    verdict: high < 0 ? 'less' : low > 0 ? 'more' : 'not_proven',
    before: sum(known.map((one) => one.before ?? 0)) / count,
    after: sum(known.map((one) => one.after ?? 0)) / count,
    ...{ difference, low, high },
    daysBefore: Math.min(...known.map((one) => one.daysBefore)),
    daysAfter: Math.min(...known.map((one) => one.daysAfter)),
  }
}

/** The second coefficient of a regression with its standard error. `null`: the columns cannot be told apart. */
function leastSquares(columns: readonly (readonly number[])[], values: readonly number[]) {
  const size = columns.length
  const normal = columns.map((a) => [
    ...columns.map((b) => dot(a, b)),
    ...columns.map((_, index) => Number(a === columns[index])),
  ])
  const inverse = invert(normal, size)
  if (inverse === null) return null
  const moments = columns.map((column) => dot(column, values))
  const slopes = inverse.map((row) => dot(row, moments))
  const residuals = values.map(
    (value, day) => value - sum(columns.map((c, i) => (c[day] ?? 0) * (slopes[i] ?? 0))),
  )
  const freedom = values.length - size
  const variance = dot(residuals, residuals) / freedom
  const alike = Math.min(MOST_ALIKE, Math.max(0, resemblance(residuals)))
  const error = Math.sqrt(variance * (inverse[1]?.[1] ?? 0) * ((1 + alike) / (1 - alike)))
  return { difference: slopes[1] ?? 0, error, freedom }
}

/** Gauss and Jordan, with the largest pivot. */
function invert(rows: readonly (readonly number[])[], size: number): number[][] | null {
  const work = rows.map((row) => [...row])
  for (let place = 0; place < size; place++) {
    const below = work.slice(place).map((row) => Math.abs(row[place] ?? 0))
    const pivotAt = place + below.indexOf(Math.max(...below))
    const pivot = work[pivotAt] as number[]
    if (Math.abs(pivot[place] ?? 0) < NO_VARIATION) return null
    work[pivotAt] = work[place] as number[]
    const head = pivot[place] as number
    const scaled = pivot.map((value) => value / head)
    for (const [index, row] of work.entries()) {
      const factor = row[place] ?? 0
      work[index] = index === place ? scaled : row.map((value, i) => value - factor * (scaled[i] ?? 0))
    }
  }
  return work.map((row) => row.slice(size))
}

/** How much of a residual the day after has, too. */
function resemblance(residuals: readonly number[]): number {
  const all = dot(residuals, residuals)
  return all < NO_VARIATION ? 0 : dot(residuals.slice(1), residuals.slice(0, -1)) / all
}

/** Of 97.5 % of Student's distribution with 1 to 4 degrees of freedom. */
const FEW = [12.706, 4.303, 3.182, 2.776]

/** The same from 5 degrees on: the expansion of Cornish and Fisher, good to a hundredth there. */
function quantile(freedom: number): number {
  const few = FEW[freedom - 1]
  if (few !== undefined) return few
  const first = (Z ** 3 + Z) / (4 * freedom)
  const second = (5 * Z ** 5 + 16 * Z ** 3 + 3 * Z) / (96 * freedom ** 2)
  return Z + first + second + (3 * Z ** 7 + 19 * Z ** 5 + 17 * Z ** 3 - 15 * Z) / (384 * freedom ** 3)
}

function varies(values: readonly number[]): boolean {
  return Math.max(...values) - Math.min(...values) > NO_VARIATION
}

function meanOf(days: readonly ChangeDay[]): number | null {
  return days.length === 0 ? null : sum(days.map(({ value }) => value)) / days.length
}

function dot(a: readonly number[], b: readonly number[]): number {
  return a.reduce((total, value, index) => total + value * (b[index] ?? 0), 0)
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
