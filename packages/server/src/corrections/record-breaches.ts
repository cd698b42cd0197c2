import { randomUUID } from 'node:crypto'
import {
  areSameFacts,
  type BreachDay,
  type BreachFacts,
  factsOfDays,
  goesOn,
} from '@coldkeep/domain/corrections/breach-facts'
import { type BreachEventKind, isOpen, stateAfter } from '@coldkeep/domain/corrections/breach-state'
import { breachNumber } from '@coldkeep/domain/corrections/corrective-action'
import { groupBy } from '@coldkeep/domain/group-by'
import type { BreachId, DeviceId, StoreId } from '@coldkeep/domain/ids'
import type { TemperatureZone } from '@coldkeep/domain/organisation/device'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import { addDays, type LocalDate } from '@coldkeep/domain/time/local-date'
import { addAudit, SERVER } from '../audit/add-audit'
import type { Db } from '../db/connect'
import {
  type BreachDayRow,
  insertBreach,
  type KnownDay,
  type LockedBreach,
  lockBreaches,
  selectBreachDays,
  selectDaysOf,
  updateFacts,
  upsertBreachDays,
} from './breach-day-queries'
import { insertBreachEvent } from './breach-event-queries'

/** An insured device on one day of its store, as far as it is judged. */
export interface JudgedDay {
  readonly storeId: StoreId
  readonly deviceId: DeviceId
  readonly zone: TemperatureZone
  readonly on: LocalDate
  /** Readings up to here were judged. */
  readonly until: EpochMs
  /** Null: nothing that was promised is broken, as far as is known. */
  readonly breach: BreachDay | null
  /** Enough is known for a verdict. */
  readonly isKnown: boolean
}

/**
 * Records which breaches follow from days that were judged, for the first time or again by late readings. The same days
 * give the same breaches. A day stays with the breach that it once belonged to; one that goes on over midnight belongs to
 * the breach of the day before.
 */
export async function recordBreaches(trx: Db, days: readonly JudgedDay[], now: EpochMs): Promise<void> {
  const dates = days.map(({ on }) => on).sort()
  const [first, last] = [dates[0], dates.at(-1)]
  if (first === undefined || last === undefined) return
  const storeIds = [...new Set(days.map(({ storeId }) => storeId))].sort((a, b) => a - b)
  const known = new Map(
    (await selectBreachDays(trx, storeIds, first, last)).map((day) => [keyOf(day, day.on), day]),
  )
  for (const [storeId, ofStore] of groupBy(days, (day) => day.storeId)) {
    const touched = await recordDays(trx, known, ofStore.toSorted(inOrder), now)
    if (touched.size > 0) await renewFacts(trx, storeId, touched, now)
  }
}

/** @returns the breaches that the days are about, and up to when each is judged by now */
async function recordDays(
  trx: Db,
  known: Map<string, KnownDay>,
  days: readonly JudgedDay[],
  now: EpochMs,
): Promise<Map<BreachId, EpochMs>> {
  const touched = new Map<BreachId, EpochMs>()
  const rows: BreachDayRow[] = []
  for (const day of days) {
    const { storeId, deviceId, zone, on, until, breach, isKnown } = day
    const same = known.get(keyOf(day, on))
    const before = known.get(keyOf(day, addDays(on, -1)))
    // whoever was too warm at midnight is known to be cold by the next day alone
    if (before?.isBreach) touched.set(before.breachId, until)
    // readings that are gone take no breach back
    if (breach === null && (same === undefined || !isKnown)) continue
    const isFurther = breach !== null && before?.isBreach === true && goesOn(breach)
    let breachId = same?.breachId ?? (isFurther ? before.breachId : null)
    if (breachId === null && breach !== null) {
      const made = await insertBreach(
        trx,
        { storeId, deviceId, zone, firstOn: on, through: until },
        breach.whole,
        now,
      )
      if (made.isNew) await addEvent(trx, { storeId, breachId: made.breachId }, 'judged', breach.whole, now)
      breachId = made.breachId
    }
    if (breachId === null) continue
    const row = { storeId, deviceId, on, breachId, isBreach: breach !== null }
    known.set(keyOf(day, on), row)
    rows.push({ ...row, own: breach?.own ?? null, whole: breach?.whole ?? null })
    touched.set(breachId, until)
  }
  await upsertBreachDays(trx, rows)
  return touched
}

async function renewFacts(
  trx: Db,
  storeId: StoreId,
  touched: ReadonlyMap<BreachId, EpochMs>,
  now: EpochMs,
): Promise<void> {
  const ids = [...touched.keys()]
  const breaches = await lockBreaches(trx, storeId, ids)
  const days = await selectDaysOf(trx, storeId, ids)
  for (const breach of breaches) {
    const [first, ...others] = days.get(breach.breachId) ?? []
    const facts = first === undefined ? null : factsOfDays([first, ...others])
    await renew(trx, breach, facts, touched.get(breach.breachId) ?? breach.through, now)
  }
}

/** @param facts null: none of its days is a breach any more */
async function renew(
  trx: Db,
  breach: LockedBreach,
  facts: BreachFacts | null,
  through: EpochMs,
  now: EpochMs,
): Promise<void> {
  const old = { ...breach, startAt: breach.startedAt, endAt: breach.endedAt }
  const hasChanged = facts === null || !areSameFacts(facts, old) || breach.state === 'void'
  const kind: BreachEventKind = facts === null ? 'withdrawn' : breach.state === 'void' ? 'judged' : 'changed'
  if (facts === null && breach.state === 'void') return
  const state = hasChanged ? stateAfter(breach.state, kind, breach.stateBeforeVoid) : breach.state
  if (state === null) throw new Error(`a breach that is ${breach.state} cannot be ${kind}`)
  const isNews = state !== breach.state
  const { storeId, breachId, deviceId } = breach
  await updateFacts(
    trx,
    { storeId, breachId, closedAt: isNews ? null : 'keep' },
    {
      ...{ facts, through, state, hasChanged },
      openedAt: isOpen(state) && !isOpen(breach.state) ? now : null,
      stateBeforeVoid: kind === 'withdrawn' ? breach.state : null,
    },
  )
  if (!isNews) return
  await addEvent(trx, breach, kind, facts ?? old, now)
  await addAudit(trx, {
    at: now,
    by: SERVER,
    storeId,
    deviceIds: [deviceId],
    kind: `correction.${kind}`,
    subject: breachNumber(breachId),
    outcome: 'done',
  })
}

function addEvent(
  trx: Db,
  breach: Pick<LockedBreach, 'storeId' | 'breachId'>,
  kind: BreachEventKind,
  { startAt, endAt, minutes, degreeMinutes, extremeC, limitC }: BreachFacts,
  now: EpochMs,
): Promise<void> {
  const detail = { startAt, endAt, minutes, degreeMinutes, extremeC, limitC }
  const sent = { key: randomUUID(), happenedAt: now, receivedAt: now, by: SERVER }
  return insertBreachEvent(trx, breach, sent, kind, detail)
}

function keyOf(
  { storeId, deviceId }: { readonly storeId: StoreId; readonly deviceId: DeviceId },
  on: LocalDate,
) {
  return `${storeId}/${deviceId}/${on}`
}

function inOrder(a: JudgedDay, b: JudgedDay): number {
  return a.deviceId - b.deviceId || (a.on < b.on ? -1 : 1)
}
