import { type EpochMs, seconds } from '../time/instant'
import { addDays, type LocalDate } from '../time/local-date'

/**
 * What is odd about an entry, for people to look at. None of them proves anything: a probe may be off, a store may be
 * quick, a case may be steady.
 */
export const entryMarks = ['contradicts_sensor', 'burst', 'same_digit', 'same_value'] as const
export type EntryMark = (typeof entryMarks)[number]

/** A temperature that was entered by hand. */
export interface MarkedEntry {
  readonly id: string
  readonly placeId: number
  readonly on: LocalDate
  readonly valueC: number
  readonly enteredAt: EpochMs
}

/** What the probes of a device showed around a minute. */
export interface SensorRange {
  readonly lowestC: number
  readonly highestC: number
  /** The smallest step that they show, K. */
  readonly resolutionK: number
}

/** By how much a hand probe may differ from what a device shows beside the steps of both, K. */
const TOLERANCE_K = 2.5
/** Readings so long before and after a hand check count: doors are opened for it, and clocks differ. */
export const AROUND_MINUTES = 15
/** So many entries within less than a minute are a burst. */
const BURST_ENTRIES = 5
const BURST_MS = seconds(60)
/** Of so many values that were written with tenths, this share has one tenth. */
const DIGIT_VALUES = 12
const DIGIT_SHARE = 0.8
/** A value that was entered at a place on so many days in a row. */
const SAME_DAYS = 3

/** True where a hand temperature lies outside all that the probes showed, by more than the tolerance and the step of the probe. */
export function contradictsSensor(valueC: number, { lowestC, highestC, resolutionK }: SensorRange): boolean {
  const beyondK = Math.max(lowestC - valueC, valueC - highestC)
  // sums of binary fractions differ in the last digit
  return beyondK > TOLERANCE_K + resolutionK + 1e-9
}

/**
 * Marks of the entries of one day.
 * @param own of the day
 * @param earlier of the same store on the days before, as far as they are known
 * @param sensorOf what the probes showed at an entry; `null`: nothing is known
 */
export function markEntries(
  own: readonly MarkedEntry[],
  earlier: readonly MarkedEntry[],
  sensorOf: (entry: MarkedEntry) => SensorRange | null,
): ReadonlyMap<string, readonly EntryMark[]> {
  const inBurst = burstEntries(own)
  const digit = favouredDigit([...own, ...earlier])
  const history = valuesByPlace([...own, ...earlier])
  const marks = own.map((entry): [string, EntryMark[]] => {
    const sensor = sensorOf(entry)
    const found: EntryMark[] = []
    if (sensor !== null && contradictsSensor(entry.valueC, sensor)) found.push('contradicts_sensor')
    if (inBurst.has(entry.id)) found.push('burst')
    if (digit !== null && tenthOf(entry.valueC) === digit) found.push('same_digit')
    if (isRepeated(entry, history)) found.push('same_value')
    return [entry.id, found]
  })
  return new Map(marks.filter(([, found]) => found.length > 0))
}

/** How much of a sheet has to be odd before the sheet itself is: one odd entry is not. */
const CONTRADICTIONS = 2
const REPEATED_PLACES = 3
const REPEATED_SHARE = 0.35

/** The reasons for which a sheet as a whole is worth a look. */
export function sheetMarks(
  own: readonly MarkedEntry[],
  marks: ReadonlyMap<string, readonly EntryMark[]>,
): readonly EntryMark[] {
  const withMark = (mark: EntryMark) => own.filter(({ id }) => marks.get(id)?.includes(mark))
  const repeated = new Set(withMark('same_value').map(({ placeId }) => placeId)).size
  const places = new Set(own.map(({ placeId }) => placeId)).size
  const holds: Readonly<Record<EntryMark, boolean>> = {
    contradicts_sensor: withMark('contradicts_sensor').length >= CONTRADICTIONS,
    burst: withMark('burst').length > 0,
    same_digit: withMark('same_digit').length > 0,
    same_value: repeated >= REPEATED_PLACES && repeated >= REPEATED_SHARE * places,
  }
  return entryMarks.filter((mark) => holds[mark])
}

/** Ids of entries of which five were entered in less than a minute. */
function burstEntries(entries: readonly MarkedEntry[]): ReadonlySet<string> {
  const ordered = [...entries].sort((a, b) => a.enteredAt - b.enteredAt)
  const found = new Set<string>()
  for (let last = BURST_ENTRIES - 1; last < ordered.length; last++) {
    const some = ordered.slice(last - BURST_ENTRIES + 1, last + 1)
    const [from, to] = [some[0]?.enteredAt ?? 0, some.at(-1)?.enteredAt ?? 0]
    if (to - from < BURST_MS) for (const { id } of some) found.add(id)
  }
  return found
}

/** The tenth that most values have, where there are enough of them; of probes that show whole degrees there is none. */
function favouredDigit(entries: readonly MarkedEntry[]): number | null {
  if (entries.length < DIGIT_VALUES) return null
  const counts = new Map<number, number>()
  for (const { valueC } of entries) counts.set(tenthOf(valueC), (counts.get(tenthOf(valueC)) ?? 0) + 1)
  const [digit, count] = [...counts].sort(([, a], [, b]) => b - a)[0] ?? [0, 0]
  if (digit === 0 && counts.size === 1) return null
  return count >= DIGIT_SHARE * entries.length ? digit : null
}

function tenthOf(valueC: number): number {
  return Math.abs(Math.round(valueC * 10)) % 10
}

type PlaceValues = ReadonlyMap<number, ReadonlyMap<LocalDate, ReadonlySet<number>>>

function valuesByPlace(entries: readonly MarkedEntry[]): PlaceValues {
  const places = new Map<number, Map<LocalDate, Set<number>>>()
  for (const { placeId, on, valueC } of entries) {
    const days = places.get(placeId) ?? new Map<LocalDate, Set<number>>()
    places.set(placeId, days.set(on, (days.get(on) ?? new Set()).add(valueC)))
  }
  return places
}

/** The same value stood at the place on this day and on those before it. */
function isRepeated({ placeId, on, valueC }: MarkedEntry, places: PlaceValues): boolean {
  const days = places.get(placeId)
  return Array.from({ length: SAME_DAYS }, (_, ago) => addDays(on, -ago)).every((day) =>
    days?.get(day)?.has(valueC),
  )
}
