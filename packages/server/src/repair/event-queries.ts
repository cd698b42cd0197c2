import type { HelpAct } from '@coldkeep/domain/help-desk/session'
import type { AlarmId, RepairCaseId, StoreId } from '@coldkeep/domain/ids'
import type { judgeProposed } from '@coldkeep/domain/repair/close-proposal'
import type { Labour, Part, StandardStep, StepTitles } from '@coldkeep/domain/repair/repair-case'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import { sql } from 'kysely'
import type { Actor } from '../audit/add-audit'
import type { Db, Trx } from '../db/connect'

interface CaseKeys {
  readonly storeId: StoreId
  readonly repairCaseId: RepairCaseId
}

/** What happened, as it was when it happened: a step that is renamed later keeps its name here. */
export type RepairAct =
  | { readonly kind: 'reported'; readonly detail: { readonly fault: string } }
  | { readonly kind: 'alarm'; readonly detail: { readonly alarms: readonly AlarmId[] } }
  | {
      readonly kind: 'progress'
      readonly detail: {
        readonly standard: StandardStep | null
        readonly title: string
        readonly titles?: StepTitles
      }
    }
  | { readonly kind: 'assigned'; readonly detail: { readonly name: string | null } }
  | { readonly kind: 'cause'; readonly detail: { readonly cause: string } }
  | { readonly kind: 'note'; readonly detail: { readonly text: string } }
  | { readonly kind: 'labour'; readonly detail: Labour }
  | { readonly kind: 'part'; readonly detail: Part }
  | { readonly kind: 'help'; readonly detail: { readonly session: string } & HelpAct }
  | {
      readonly kind: 'close_proposed'
      readonly detail: { readonly quietSince: EpochMs; readonly figures: number }
    }
  | {
      readonly kind: 'close_withdrawn'
      readonly detail: { readonly because: Exclude<ReturnType<typeof judgeProposed>, null> }
    }

export type RepairEvent = RepairAct & {
  readonly happenedAt: EpochMs
  readonly receivedAt: EpochMs
  readonly accountName: string
}

export async function selectRepairEvents(
  db: Db,
  { storeId, repairCaseId }: CaseKeys,
): Promise<RepairEvent[]> {
  const rows = await db
    .selectFrom('repairEvent')
    .select(['kind', 'detail', 'happenedAt', 'receivedAt', 'accountName'])
    .where('storeId', '=', storeId)
    .where('repairCaseId', '=', repairCaseId)
    .orderBy('happenedAt', 'desc')
    .orderBy('repairEventId', 'desc')
    .execute()
  return rows as unknown as RepairEvent[]
}

/** Whether something was sent under this key before. */
export async function isKnownKey(db: Db, { storeId, repairCaseId }: CaseKeys, key: string): Promise<boolean> {
  const known = await db
    .selectFrom('repairEvent')
    .select('repairEventId')
    .where('storeId', '=', storeId)
    .where('repairCaseId', '=', repairCaseId)
    .where('key', '=', key)
    .executeTakeFirst()
  return known !== undefined
}

interface Sent {
  readonly key: string
  readonly happenedAt: EpochMs
  readonly receivedAt: EpochMs
  readonly by: Actor
}

export async function insertRepairEvents(
  trx: Trx,
  { storeId, repairCaseId }: CaseKeys,
  { key, happenedAt, receivedAt, by }: Sent,
  acts: readonly RepairAct[],
): Promise<void> {
  if (acts.length === 0) return
  const rows = acts.map(({ kind, detail }) => ({
    ...{ storeId, repairCaseId, key, kind, happenedAt, receivedAt, detail },
    ...{ accountId: by.accountId, accountName: by.name },
  }))
  await trx.insertInto('repairEvent').values(rows).execute()
}

/** The alarms of a case. */
export async function selectCaseAlarms(db: Db, { storeId, repairCaseId }: CaseKeys): Promise<AlarmId[]> {
  const rows = await db
    .selectFrom('repairAlarm')
    .select('alarmId')
    .where('storeId', '=', storeId)
    .where('repairCaseId', '=', repairCaseId)
    .orderBy('alarmId')
    .execute()
  return rows.map(({ alarmId }) => alarmId)
}

/** Of these alarms those that are looked after in a case. */
export function selectTakenAlarms(db: Db, storeId: StoreId, alarms: readonly AlarmId[]) {
  return db
    .selectFrom('repairAlarm')
    .select(['alarmId', 'repairCaseId'])
    .where('storeId', '=', storeId)
    .where(sql<boolean>`alarm_id = any(${alarms}::bigint[])`)
    .execute()
}

/** @returns those that the case has got; another request may have been faster */
export async function insertCaseAlarms(
  trx: Trx,
  { storeId, repairCaseId }: CaseKeys,
  alarms: readonly AlarmId[],
): Promise<AlarmId[]> {
  if (alarms.length === 0) return []
  const rows = await trx
    .insertInto('repairAlarm')
    .values(alarms.map((alarmId) => ({ storeId, repairCaseId, alarmId })))
    .onConflict((on) => on.doNothing())
    .returning('alarmId')
    .execute()
  return rows.map(({ alarmId }) => alarmId)
}
