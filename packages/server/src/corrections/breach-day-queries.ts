import type { BreachDay, BreachFacts } from '@coldkeep/domain/corrections/breach-facts'
import type { BreachState } from '@coldkeep/domain/corrections/breach-state'
import type { BreachId, DeviceId, StoreId } from '@coldkeep/domain/ids'
import type { TemperatureZone } from '@coldkeep/domain/organisation/device'
import { type EpochMs, epochMs } from '@coldkeep/domain/time/instant'
import { addDays, type LocalDate } from '@coldkeep/domain/time/local-date'
import { sql } from 'kysely'
import type { Db } from '../db/connect'
import { sqlInstant } from '../db/instants'
import { upsertRows } from '../db/upsert-rows'

/** A day of a device that is, or was, one of a breach. */
export interface KnownDay {
  readonly storeId: StoreId
  readonly deviceId: DeviceId
  readonly on: LocalDate
  readonly breachId: BreachId
  readonly isBreach: boolean
}

/** Days of breaches of stores, from the day before the first to the last. */
export async function selectBreachDays(
  db: Db,
  storeIds: readonly StoreId[],
  first: LocalDate,
  last: LocalDate,
): Promise<KnownDay[]> {
  const { rows } = await sql<KnownDay>`
    select store_id, device_id, "on", breach_id, is_breach from breach_day
    where store_id = any(${storeIds}::int[]) and "on" between ${addDays(first, -1)}::date and ${last}::date`.execute(
    db,
  )
  return rows
}

interface NewBreach {
  readonly storeId: StoreId
  readonly deviceId: DeviceId
  readonly zone: TemperatureZone
  readonly firstOn: LocalDate
  readonly through: EpochMs
}

/** Begins a breach with the day on which it was judged; another process may have been faster. */
export async function insertBreach(
  trx: Db,
  { storeId, deviceId, zone, firstOn, through }: NewBreach,
  { startAt, endAt, minutes, degreeMinutes, extremeC, limitC }: BreachFacts,
  now: EpochMs,
): Promise<{ readonly breachId: BreachId; readonly isNew: boolean }> {
  const made = await trx
    .insertInto('breach')
    .values({
      ...{ storeId, deviceId, zone, firstOn, startedAt: startAt, endedAt: endAt, through },
      ...{ minutes, degreeMinutes, extremeC, limitC, recordedAt: now, openedAt: now },
    })
    .onConflict((on) => on.columns(['storeId', 'deviceId', 'firstOn']).doNothing())
    .returning('breachId')
    .executeTakeFirst()
  if (made !== undefined) return { breachId: made.breachId, isNew: true }
  const { breachId } = await trx
    .selectFrom('breach')
    .select('breachId')
    .where('storeId', '=', storeId)
    .where('deviceId', '=', deviceId)
    .where('firstOn', '=', firstOn)
    .executeTakeFirstOrThrow()
  return { breachId, isNew: false }
}

export interface BreachDayRow extends KnownDay {
  readonly own: BreachFacts | null
  readonly whole: BreachFacts | null
}

export async function upsertBreachDays(db: Db, rows: readonly BreachDayRow[]): Promise<void> {
  await upsertRows(
    db,
    'breachDay',
    {
      storeId: 'int4',
      deviceId: 'int8',
      on: 'date',
      breachId: 'int8',
      isBreach: 'bool',
      own: 'jsonb',
      whole: 'jsonb',
    },
    ['storeId', 'deviceId', 'on'],
    rows,
  )
}

/** A breach as late readings find it. */
export interface LockedBreach extends Omit<BreachFacts, 'startAt' | 'endAt'> {
  readonly storeId: StoreId
  readonly breachId: BreachId
  readonly deviceId: DeviceId
  readonly startedAt: EpochMs
  readonly endedAt: EpochMs
  readonly through: EpochMs
  readonly facts: number
  readonly state: BreachState
  readonly stateBeforeVoid: BreachState | null
  readonly actions: number
}

/** Kept from others until the transaction ends. */
export function lockBreaches(
  trx: Db,
  storeId: StoreId,
  breachIds: readonly BreachId[],
): Promise<LockedBreach[]> {
  return trx
    .selectFrom('breach')
    .select([
      'storeId',
      'breachId',
      'deviceId',
      'startedAt',
      'endedAt',
      'through',
      'minutes',
      'degreeMinutes',
    ])
    .select(['extremeC', 'limitC', 'facts', 'state', 'stateBeforeVoid', 'actions'])
    .where('storeId', '=', storeId)
    .where(sql<boolean>`breach_id = any(${breachIds}::bigint[])`)
    .orderBy('breachId')
    .forUpdate()
    .execute()
}

/** The days of breaches that are ones, in order. */
export async function selectDaysOf(
  trx: Db,
  storeId: StoreId,
  breachIds: readonly BreachId[],
): Promise<Map<BreachId, BreachDay[]>> {
  const rows = await trx
    .selectFrom('breachDay')
    .select(['breachId', 'own', 'whole'])
    .select(
      // what lay before its midnight is counted by the breach of that day
      sql<boolean>`exists (select from breach_day before where before.store_id = breach_day.store_id
        and before.device_id = breach_day.device_id and before."on" = breach_day."on" - 1 and before.is_breach
        and before.breach_id <> breach_day.breach_id)`.as('isCountedBefore'),
    )
    .where('storeId', '=', storeId)
    .where('isBreach', '=', true)
    .where(sql<boolean>`breach_id = any(${breachIds}::bigint[])`)
    .orderBy('on')
    .execute()
  const days = new Map<BreachId, BreachDay[]>()
  for (const { breachId, own, whole, isCountedBefore } of rows) {
    const day = { own: factsOf(own), whole: factsOf(isCountedBefore ? own : whole) }
    days.set(breachId, [...(days.get(breachId) ?? []), day])
  }
  return days
}

function factsOf(stored: unknown): BreachFacts {
  const facts = stored as BreachFacts
  return { ...facts, startAt: epochMs(facts.startAt), endAt: epochMs(facts.endAt) }
}

interface BreachChange {
  readonly facts: BreachFacts | null
  readonly through: EpochMs
  readonly state: BreachState
  readonly hasChanged: boolean
  /** It is open from now on, and no one has been reminded of that. */
  readonly openedAt: EpochMs | null
  /** What it was when it turned out to be none. */
  readonly stateBeforeVoid: BreachState | null
}

export async function updateFacts(
  trx: Db,
  { storeId, breachId, closedAt }: Pick<LockedBreach, 'storeId' | 'breachId'> & { closedAt: 'keep' | null },
  { facts, through, state, hasChanged, openedAt, stateBeforeVoid }: BreachChange,
): Promise<void> {
  await trx
    .updateTable('breach')
    .set({
      through: sql<EpochMs>`greatest(through, ${sqlInstant(through)})`,
      state,
      stateBeforeVoid,
      ...(closedAt === null && { closedAt }),
      ...(openedAt !== null && { openedAt, remindedAt: null }),
      ...(hasChanged && { facts: sql<number>`facts + 1` }),
      ...(facts !== null && {
        startedAt: facts.startAt,
        endedAt: facts.endAt,
        minutes: facts.minutes,
        degreeMinutes: facts.degreeMinutes,
        extremeC: facts.extremeC,
        limitC: facts.limitC,
      }),
    })
    .where('storeId', '=', storeId)
    .where('breachId', '=', breachId)
    .execute()
}
