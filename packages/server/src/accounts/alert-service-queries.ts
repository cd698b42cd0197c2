import type { AlertServiceEventKind } from '@coldkeep/domain/alert-service/alert-service'
import type { AccountId, DepartmentId } from '@coldkeep/domain/ids'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import type { LocalDate } from '@coldkeep/domain/time/local-date'
import { sql } from 'kysely'
import type { Actor } from '../audit/add-audit'
import type { Db, Trx } from '../db/connect'
import { sqlInstant } from '../db/instants'
import { zoneOfDepartment } from '../organisation/zone-queries'

/** The day that it is where most stores of a department are. */
export async function selectDayIn(db: Db, departmentId: DepartmentId, now: EpochMs): Promise<LocalDate> {
  const { rows } = await sql<{ today: LocalDate }>`
    select (${sqlInstant(now)} at time zone ${zoneOfDepartment(sql`${departmentId}`)})::date as today`.execute(
    db,
  )
  return (rows[0] as { today: LocalDate }).today
}

export interface AlertServiceColumns {
  readonly hasAlertService: boolean
  readonly alertServiceEndsOn: string | null
}

export async function updateAlertService(
  trx: Trx,
  accountId: AccountId,
  service: AlertServiceColumns & { readonly alertLowestRank: number; readonly takesCases: boolean },
): Promise<void> {
  await trx
    .updateTable('account')
    .set((is) => ({ ...service, revision: is('revision', '+', 1) }))
    .where('accountId', '=', accountId)
    .execute()
}

export interface AlertServiceEvent {
  readonly accountId: AccountId
  readonly accountName: string
  readonly departmentId: DepartmentId
  readonly kind: AlertServiceEventKind
  readonly fromOn: LocalDate | null
  readonly untilOn: LocalDate | null
  readonly points: number
  readonly by: Actor
  readonly at: EpochMs
}

export async function insertServiceEvent(trx: Trx, { by, ...event }: AlertServiceEvent): Promise<void> {
  await trx
    .insertInto('alertServiceEvent')
    .values({ ...event, byAccountId: by.accountId, byName: by.name })
    .execute()
}

/** An engineer whose alert service is on. */
export interface ServedEngineer {
  readonly accountId: AccountId
  readonly name: string
  readonly departmentId: DepartmentId
  readonly path: readonly DepartmentId[]
  readonly endsOn: LocalDate
  readonly today: LocalDate
  /** When its last day ends where most stores of the department are. */
  readonly endAt: EpochMs
}

/** Those whose service ends within so many days, or has ended in the last ones and is not recorded as that. */
export async function selectEndingServices(
  db: Db,
  now: EpochMs,
  { withinDays, sinceDays }: { readonly withinDays: number; readonly sinceDays: number },
): Promise<ServedEngineer[]> {
  const { rows } = await sql<ServedEngineer>`
    select a.account_id, a.name, a.department_id, d.path, a.alert_service_ends_on as ends_on,
      (${sqlInstant(now)} at time zone z.zone)::date as today,
      (a.alert_service_ends_on + 1)::timestamp at time zone z.zone as end_at
    from account a join department d on d.department_id = a.department_id
      join lateral (select ${zoneOfDepartment(sql`a.department_id`)} as zone) z on true
    where a.is_engineer and a.is_enabled and a.has_alert_service
      and a.alert_service_ends_on between (${sqlInstant(now)} at time zone 'UTC')::date - ${sinceDays}::int
        and (${sqlInstant(now)} at time zone 'UTC')::date + ${withinDays}::int
      and not exists (select from alert_service_event e where e.account_id = a.account_id and e.kind = 'ended'
        and e.until_on = a.alert_service_ends_on)
    order by a.alert_service_ends_on, a.account_id`.execute(db)
  return rows
}

/** Records that a service has ended. @returns false where that is recorded */
export async function insertServiceEnd(
  trx: Trx,
  { accountId, name, departmentId, endsOn, endAt }: ServedEngineer,
  by: Actor,
): Promise<boolean> {
  const { rows } = await sql<object>`
    insert into alert_service_event (account_id, account_name, department_id, kind, from_on, until_on, points,
      by_account_id, by_name, at)
    values (${accountId}, ${name}, ${departmentId}, 'ended', ${endsOn}::date, ${endsOn}::date, 0, null, ${by.name},
      ${sqlInstant(endAt)})
    on conflict do nothing returning account_id`.execute(trx)
  return rows.length > 0
}
