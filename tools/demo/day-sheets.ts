import { randomUUID } from 'node:crypto'
import { getDaySheet, listDaySheets, type SheetView, signDaySheet } from '@coldkeep/contract/areas/day-sheets'
import {
  addCheckPlaces,
  type CheckPlaceRow,
  enterHandCheck,
  listCheckPlaces,
} from '@coldkeep/contract/areas/hand-checks'
import type { StoreId } from '@coldkeep/domain/ids'
import { days, type EpochMs, later, minutes } from '@coldkeep/domain/time/instant'
import { addDays, localDate } from '@coldkeep/domain/time/local-date'
import { between, type RandomState, randomStream } from '@coldkeep/simulator/random'
import type { Visitor } from './visitor'

const STORES = 3
/** Before today; the day before yesterday is left blank in every other store. */
const PAST_DAYS = 2
const MOST_PLACES = 8

/**
 * Has rounds walked at some stores on the last days and days signed, unless anything was entered; the rest is left blank, as it is
 * found.
 * @throws Error where the server refuses any of it
 */
export async function walkRounds(
  visitor: Visitor,
  { seed, now }: { readonly seed: number; readonly now: EpochMs },
): Promise<void> {
  const { stores } = await visitor.call(listDaySheets, {
    query: { departmentId: null, storeId: null, page: 1, pageSize: STORES },
  })
  if (stores.some(({ places }) => places > 0)) return
  for (const [index, store] of stores.entries()) {
    const random = randomStream(seed, 'rounds', index)
    const today = store.days.at(-1)?.on
    if (today === undefined) continue
    const places = await addPlaces(visitor, store.id, today)
    for (let ago = PAST_DAYS; ago >= 1; ago--) {
      if (ago === PAST_DAYS && index % 2 === 1) continue
      const on = addDays(localDate(today), -ago)
      const read = () => visitor.call(getDaySheet, { query: { storeId: store.id, on } })
      const { now: sheet } = await read()
      const from = later(now, -days(ago) - minutes(20))
      await walk(visitor, places, sheet, { random, from })
      const { digest, now: walked } = await read()
      await visitor.call(signDaySheet, { body: { storeId: store.id, on, until: walked.until, digest } })
    }
  }
}

async function addPlaces(visitor: Visitor, storeId: StoreId, on: string): Promise<readonly CheckPlaceRow[]> {
  const { now } = await visitor.call(getDaySheet, { query: { storeId, on } })
  const measured = now.rows.filter(({ measuredBy }) => measuredBy !== null).slice(0, MOST_PLACES)
  if (measured.length === 0) return []
  await visitor.call(addCheckPlaces, {
    body: measured.map(({ device }, index) => ({
      ...{ storeId, position: index + 1, name: device.name, deviceId: device.id },
      ...{ zone: null, lowC: null, highC: null },
    })),
  })
  return (await visitor.call(listCheckPlaces, { query: { storeId } })).places
}

async function walk(
  visitor: Visitor,
  places: readonly CheckPlaceRow[],
  sheet: SheetView,
  { random, from }: { readonly random: RandomState; readonly from: EpochMs },
): Promise<void> {
  const roundId = randomUUID()
  let at = from
  for (const place of places) {
    at = later(at, 1000 * between(random, 30, 90))
    const row = sheet.rows.find(({ device }) => device.id === place.deviceId)
    const isKnown = row !== undefined && row.lowestC !== null && row.highestC !== null
    const valueC = isKnown
      ? Math.round(10 * between(random, row.lowestC as number, row.highestC as number)) / 10
      : null
    const { lowC, highC } = place.limits
    const isOut = valueC !== null && ((lowC !== null && valueC < lowC) || (highC !== null && valueC > highC))
    await visitor.call(enterHandCheck, {
      body: {
        ...{ id: randomUUID(), roundId, placeId: place.id, valueC, isRepeated: false },
        skipReason: isKnown ? null : 'out_of_use',
        note: isOut ? '已移至備用冷藏櫃' : '',
        ...{ takenAt: at, enteredAt: at },
      },
    })
  }
}
