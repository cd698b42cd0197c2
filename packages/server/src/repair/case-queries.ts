import type {
  AccountId,
  DepartmentId,
  DeviceId,
  RepairCaseId,
  RepairProgressId,
  StoreId,
  TerminalId,
} from '@coldkeep/domain/ids'
import type { DeviceType, TemperatureZone } from '@coldkeep/domain/organisation/device'
import type { CloseEvidence } from '@coldkeep/domain/repair/close-proposal'
import type { RepairPhase, StandardStep, StepTitles } from '@coldkeep/domain/repair/repair-case'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import { type SqlBool, sql } from 'kysely'
import type { Scope } from '../access/scope'
import { isInScope, isShown } from '../access/scope-queries'
import type { Db, Trx } from '../db/connect'
import { containing } from '../db/containing'
import { sqlInstant } from '../db/instants'
import { sameIn } from '../db/same-in'
import { isAtStep } from './progress-queries'

export interface RepairCase {
  readonly storeId: StoreId
  readonly repairCaseId: RepairCaseId
  readonly key: string
  readonly storeCode: string
  readonly deviceId: DeviceId | null
  readonly fault: string
  readonly cause: string
  readonly repairProgressId: RepairProgressId
  readonly assigneeId: AccountId | null
  readonly reportedAt: EpochMs
  readonly reportedBy: string
  readonly closedAt: EpochMs | null
  readonly revision: number
  /** Both stay when it is closed. */
  readonly closeProposedAt: EpochMs | null
  readonly closeProposal: CloseEvidence | null
  readonly departmentId: DepartmentId
  /** From the root to the department of its store. */
  readonly departmentPath: readonly DepartmentId[]
  /** The number that the store has now. */
  readonly code: string
  readonly storeName: string
  readonly timeZone: string
  readonly phone: string
  readonly address: string
  readonly country: string
  readonly deviceName: string | null
  readonly deviceType: DeviceType | null
  readonly deviceZone: TemperatureZone | null
  readonly terminalId: TerminalId | null
  readonly unitId: number | null
  readonly standard: StandardStep | null
  readonly title: string
  readonly titles: StepTitles
  readonly phase: RepairPhase
  readonly assigneeName: string | null
}

export interface CaseFilter {
  readonly scope: Scope
  /** Reported in it; `null`: those that are open. */
  readonly period: { readonly from: EpochMs; readonly until: EpochMs } | null
  readonly progressId: RepairProgressId | null
  readonly storeId?: StoreId
  readonly deviceId: DeviceId | null
  readonly assigneeId: AccountId | null
  /** Only those that propose to close. */
  readonly isProposed: boolean
  /** Empty: nothing is looked for. */
  readonly search: string
}

function cases(db: Db, scope: Scope) {
  return db
    .selectFrom('repairCase')
    .innerJoin('store', 'store.storeId', 'repairCase.storeId')
    .leftJoin('device', sameIn('device', 'repairCase', 'storeId', 'deviceId'))
    .where(isInScope(scope))
    .where(isShown(scope, 'repairCase'))
}

function shownCases(db: Db, scope: Scope) {
  return cases(db, scope)
    .innerJoin('department', 'department.departmentId', 'store.departmentId')
    .innerJoin('repairProgress', 'repairProgress.repairProgressId', 'repairCase.repairProgressId')
    .selectAll('repairCase')
    .select([
      'store.departmentId',
      'department.path as departmentPath',
      'store.code',
      'store.name as storeName',
      'store.zone as timeZone',
      'store.phone',
      'store.address',
      'store.country',
      'device.name as deviceName',
      'device.type as deviceType',
      'device.zone as deviceZone',
      'device.terminalId',
      'device.unitId',
      'repairProgress.standard',
      'repairProgress.title',
      'repairProgress.titles',
      'repairProgress.phase',
      sql<string | null>`(select who.name from account who
        where who.account_id = repair_case.assignee_id)`.as('assigneeName'),
    ])
}

/** A page of cases, the newest first. */
export async function selectCases(
  db: Db,
  filter: CaseFilter,
  page: { readonly offset: number; readonly limit: number },
): Promise<RepairCase[]> {
  return shownCases(db, filter.scope)
    .where(matching(filter))
    .orderBy('repairCase.reportedAt', 'desc')
    .orderBy('repairCase.repairCaseId', 'desc')
    .offset(page.offset)
    .limit(page.limit)
    .execute()
}

/** How many cases all pages have. */
export async function countCases(db: Db, filter: CaseFilter): Promise<number> {
  const { total } = await cases(db, filter.scope)
    .where(matching(filter))
    .select(sql<number>`count(*)::int`.as('total'))
    .executeTakeFirstOrThrow()
  return total
}

function matching({ period, progressId, storeId, deviceId, assigneeId, isProposed, search }: CaseFilter) {
  const conditions = [
    period === null
      ? sql`repair_case.closed_at is null`
      : sql`repair_case.reported_at >= ${sqlInstant(period.from)} and repair_case.reported_at < ${sqlInstant(period.until)}`,
    ...(progressId === null ? [] : [isAtStep(progressId)]),
    ...(storeId === undefined ? [] : [sql`repair_case.store_id = ${storeId}`]),
    ...(deviceId === null ? [] : [sql`repair_case.device_id = ${deviceId}`]),
    ...(assigneeId === null ? [] : [sql`repair_case.assignee_id = ${assigneeId}`]),
    ...(isProposed ? [sql`repair_case.closed_at is null and repair_case.close_proposed_at is not null`] : []),
    ...(search === '' ? [] : [holding(search)]),
  ]
  return sql<SqlBool>`(${sql.join(conditions, sql` and `)})`
}

/** The number of a case stands in its ticket: `R-000042` is found by all of it, and by `42`. */
function holding(search: string) {
  const pattern = containing(search)
  const number = /^(?:R-?)?0*([1-9]\d{0,14})$/i.exec(search.trim())?.[1] ?? '0'
  return sql`(repair_case.repair_case_id = ${number}::bigint or repair_case.fault ilike ${pattern}
    or repair_case.store_code ilike ${pattern} or store.code ilike ${pattern} or store.name ilike ${pattern}
    or device.name ilike ${pattern})`
}

/** `null`: there is none that the caller may see. */
export async function selectCase(db: Db, scope: Scope, caseId: RepairCaseId): Promise<RepairCase | null> {
  const row = await shownCases(db, scope).where('repairCase.repairCaseId', '=', caseId).executeTakeFirst()
  return row ?? null
}

/** The case of a key, where the scope has it. */
export function selectCasePlace(db: Db, scope: Scope, key: string) {
  return cases(db, scope)
    .select(['repairCase.storeId', 'repairCase.deviceId', 'repairCase.repairCaseId'])
    .where('repairCase.key', '=', key)
    .executeTakeFirst()
}

/** Kept from others until the transaction ends. */
export async function lockCase(
  trx: Trx,
  { storeId, repairCaseId }: Pick<RepairCase, 'storeId' | 'repairCaseId'>,
): Promise<void> {
  await trx
    .selectFrom('repairCase')
    .select('repairCaseId')
    .where('storeId', '=', storeId)
    .where('repairCaseId', '=', repairCaseId)
    .forUpdate()
    .execute()
}

export async function selectCaseByKey(db: Db, storeId: StoreId, key: string): Promise<RepairCaseId | null> {
  const row = await db
    .selectFrom('repairCase')
    .select('repairCaseId')
    .where('storeId', '=', storeId)
    .where('key', '=', key)
    .executeTakeFirst()
  return row?.repairCaseId ?? null
}

interface NewCase
  extends Pick<
    RepairCase,
    'storeId' | 'storeCode' | 'deviceId' | 'fault' | 'repairProgressId' | 'reportedAt' | 'reportedBy'
  > {
  readonly key: string
}

/** `null`: another request with the same key was faster. */
export async function insertCase(trx: Trx, row: NewCase): Promise<RepairCaseId | null> {
  const made = await trx
    .insertInto('repairCase')
    .values(row)
    .onConflict((on) => on.columns(['storeId', 'key']).doNothing())
    .returning('repairCaseId')
    .executeTakeFirst()
  return made?.repairCaseId ?? null
}

type CaseChange = Partial<Pick<RepairCase, 'repairProgressId' | 'assigneeId' | 'cause' | 'closedAt'>> & {
  /** Opened again: what it proposed is forgotten, and from here on it is watched anew. */
  readonly reopenedAt?: EpochMs
}

/** Also counts up its revision. */
export async function updateCase(
  trx: Trx,
  { storeId, repairCaseId, revision }: Pick<RepairCase, 'storeId' | 'repairCaseId' | 'revision'>,
  change: CaseChange,
): Promise<void> {
  await trx
    .updateTable('repairCase')
    .set({
      ...change,
      ...(change.reopenedAt !== undefined && { closeProposedAt: null, closeProposal: null }),
      revision: revision + 1,
    })
    .where('storeId', '=', storeId)
    .where('repairCaseId', '=', repairCaseId)
    .execute()
}
