import { type EpochMs, epochMs } from '../../time/instant'
import { addDays, type LocalDate, localDate } from '../../time/local-date'

/**
 * Rounds of made-up people at made-up stores. Written from what is assumed of people and probes, without looking at the
 * rules that mark entries:
 *
 * - A store has 8 to 14 places, frozen, chilled or hot. What is in a place drifts by 0.6 K (one deviation) from day to day and by
 *   0.4 K within one, around a setting that differs from the usual one by 0.8 K. On 7 days of 100 a place is off by 3 to 8 K.
 * - The fixed probe is off by 0.3 K and shows tenths. It is read at the minute; one place of twelve has none.
 * - An honest hand probe is off by 0.3 K for good, varies by 0.2 K, and is held 0.7 K from where the fixed one sits. Six of ten
 *   people write tenths, three write halves, one whole degrees. Reaching, opening, waiting and writing takes 25 to 120 s;
 *   one round of eight is interrupted for some minutes. One entry of 250 is a slip of the keys: a digit too many or no minus.
 * - A careless person does not go. Four of ten copy what they wrote before, but for one value in five; three type the usual
 *   setting in whole or half degrees in one go, 2 to 9 s apart; three invent values around the usual setting with a
 *   favourite last digit in nine of ten, 4 to 25 s apart. All have been careless for a week.
 */
interface MadeUpEntry {
  readonly id: string
  readonly placeId: number
  readonly on: LocalDate
  readonly valueC: number
  readonly enteredAt: EpochMs
  /** Of the fixed probe at that minute; `null`: the place has none. */
  readonly sensorC: number | null
}

export interface MadeUpSheet {
  readonly isCareless: boolean
  /** Of the day of the sheet. */
  readonly own: readonly MadeUpEntry[]
  /** Of the six days before. */
  readonly earlier: readonly MadeUpEntry[]
}

const DAYS = 7
const LAST_DAY = localDate('2026-11-20')
const ROUND_STARTS_MS = Date.UTC(2026, 10, 14, 1)

/** A hundred sheets, of which twenty are of careless people. */
export function madeUpSheets(seed: number): MadeUpSheet[] {
  return Array.from({ length: 100 }, (_, index) => madeUpSheet(seed * 1000 + index, index < 20))
}

function madeUpSheet(seed: number, isCareless: boolean): MadeUpSheet {
  const chance = new Chance(seed)
  const places = Array.from({ length: 8 + chance.below(7) }, (_, index) => makePlace(chance, index))
  const person = isCareless ? carelessPerson(chance) : honestPerson(chance)
  const entries: MadeUpEntry[] = []
  const before = new Map<number, number>()
  for (let day = 0; day < DAYS; day++) {
    let atMs = ROUND_STARTS_MS + day * 86_400_000 + chance.below(3_600) * 1000
    for (const place of places) {
      const truthC = truthOf(place, chance)
      const valueC = person.write(place, truthC, before.get(place.id) ?? null)
      before.set(place.id, valueC)
      atMs += person.seconds() * 1000
      entries.push({
        id: `${day}/${place.id}`,
        placeId: place.id,
        on: addDays(LAST_DAY, day - DAYS + 1),
        valueC,
        enteredAt: epochMs(atMs),
        sensorC: place.hasProbe ? tenths(truthC + place.probeOffK) : null,
      })
    }
  }
  const isOwn = ({ on }: MadeUpEntry) => on === LAST_DAY
  return { isCareless, own: entries.filter(isOwn), earlier: entries.filter((entry) => !isOwn(entry)) }
}

interface Place {
  readonly id: number
  readonly usualC: number
  readonly settingC: number
  readonly probeOffK: number
  readonly hasProbe: boolean
}

interface Person {
  write(place: Place, truthC: number, beforeC: number | null): number
  seconds(): number
}

function makePlace(chance: Chance, index: number): Place {
  const usualC = [-22, -20, 2, 4, 4, 68][chance.below(6)] ?? 4
  return {
    id: index + 1,
    usualC,
    settingC: usualC + 0.8 * chance.normal(),
    probeOffK: 0.3 * chance.normal(),
    hasProbe: chance.even() > 1 / 12,
  }
}

function truthOf({ settingC }: Place, chance: Chance): number {
  const isOff = chance.even() < 0.07
  return settingC + 0.6 * chance.normal() + 0.4 * chance.normal() + (isOff ? 3 + 5 * chance.even() : 0)
}

function honestPerson(chance: Chance): Person {
  const offK = 0.3 * chance.normal()
  const way = chance.even()
  const step = way < 0.6 ? 0.1 : way < 0.9 ? 0.5 : 1
  return {
    write(_, truthC) {
      const shownC = truthC + offK + 0.2 * chance.normal() + 0.7 * chance.normal()
      const writtenC = tenths(Math.round(shownC / step) * step)
      if (chance.even() >= 1 / 250) return writtenC
      return chance.even() < 0.5 ? -writtenC : tenths(writtenC * 10)
    },
    seconds: () => 25 + 95 * chance.even() + (chance.even() < 1 / 100 ? 300 : 0),
  }
}

function carelessPerson(chance: Chance): Person {
  const way = chance.even()
  if (way < 0.4) {
    return {
      write: ({ usualC }, _, beforeC) =>
        beforeC === null || chance.even() < 0.2 ? tenths(usualC + chance.normal()) : beforeC,
      seconds: () => 5 + 40 * chance.even(),
    }
  }
  if (way < 0.7) {
    return {
      write: ({ usualC }) => usualC + 0.5 * (chance.below(3) - 1),
      seconds: () => 2 + 7 * chance.even(),
    }
  }
  const pet = chance.below(10)
  return {
    write({ usualC }) {
      const inventedC = tenths(usualC + 0.8 * chance.normal())
      if (chance.even() >= 0.9) return inventedC
      return tenths(Math.trunc(inventedC) + (Math.sign(inventedC) * pet) / 10)
    },
    seconds: () => 4 + 21 * chance.even(),
  }
}

function tenths(valueC: number): number {
  return Math.round(valueC * 10) / 10
}

/** Chance that follows from a seed: Weyl steps, mixed (splitmix of 32 bits). */
class Chance {
  #state: number

  constructor(seed: number) {
    this.#state = seed >>> 0
  }

  /** From 0 to 1. */
  even(): number {
    this.#state = (this.#state + 0x9e3779b9) >>> 0
    let mixed = this.#state
    mixed = Math.imul(mixed ^ (mixed >>> 16), 0x21f0aaad)
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97)
    return ((mixed ^ (mixed >>> 15)) >>> 0) / 4294967296
  }

  below(count: number): number {
    return Math.floor(this.even() * count)
  }

  /** Of deviation 1. */
  normal(): number {
    return Math.sqrt(-2 * Math.log(1 - this.even())) * Math.cos(2 * Math.PI * this.even())
  }
}
