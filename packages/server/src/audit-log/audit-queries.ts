import type { StoreId } from '@coldkeep/domain/ids'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import { type Expression, type SqlBool, sql } from 'kysely'
import type { Scope } from '../access/scope'
import { isInScope, shownDevices } from '../access/scope-queries'
import { NO_HASH, type SealedRow } from '../audit/audit-row'
import { selectStart } from '../audit/chain-queries'
import type { Db } from '../db/connect'
import { containing } from '../db/containing'
import { sqlInstant } from '../db/instants'

export interface AuditFilter {
  /** `null`: all rows, those without an account or store too. */
  readonly scope: Scope | null
  /** Where some devices are withheld: those that are not. `null`: rows about all devices. */
  readonly shown: Scope | null
  readonly storeId: StoreId | null
  readonly since: EpochMs | null
  readonly until: EpochMs | null
  /** Parts of texts; empty ones let all through. */
  readonly account: string
  readonly subject: string
  /** `area.act` or an area; empty: all. */
  readonly kind: string
  readonly outcome: string | null
}

/** All rows that there are. */
export const EVERYTHING: AuditFilter = {
  scope: null,
  shown: null,
  storeId: null,
  since: null,
  until: null,
  account: '',
  subject: '',
  kind: '',
  outcome: null,
}

const columns = [
  'audit.at',
  'audit.accountId',
  'audit.accountName',
  'audit.departmentId',
  'audit.storeId',
  'audit.kind',
  'audit.subject',
  'audit.detail',
  'audit.outcome',
] as const

/** Newest first. */
export function selectEntries(db: Db, filter: AuditFilter, page: { offset: number; limit: number }) {
  return db
    .selectFrom('audit')
    .leftJoin('store', 'store.storeId', 'audit.storeId')
    .select(columns)
    .select(['store.code as storeCode', 'store.name as storeName'])
    .select([sql<number>`audit.position`.as('position'), sql<Uint8Array>`audit.hash`.as('hash')])
    .where(matches(filter))
    .orderBy('audit.position', 'desc')
    .offset(page.offset)
    .limit(page.limit)
    .execute()
}

/** How many rows the filter lets through; `most` at most. */
export async function countEntries(db: Db, filter: AuditFilter, most: number): Promise<number> {
  const { count } = await db
    .selectFrom((query) =>
      query.selectFrom('audit').select('audit.auditId').where(matches(filter)).limit(most).as('counted'),
    )
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** The kinds of the rows that are let through, found one after another: as quick as there are few. */
export async function selectKinds(db: Db, seen: Pick<AuditFilter, 'scope' | 'shown'>): Promise<string[]> {
  const isSeen = matches({ ...EVERYTHING, ...seen })
  const isEverything = seen.scope === null && seen.shown === null
  const { rows } = await sql<{ kind: string }>`
    with recursive known as (
      (select kind from audit order by kind limit 1)
      union all
      select (select kind from audit where kind > known.kind order by kind limit 1) from known
      where known.kind is not null)
    select kind from known where kind is not null
      and (${isEverything} or exists (select from audit where audit.kind = known.kind and ${isSeen}))`.execute(
    db,
  )
  return rows.map((row) => row.kind)
}

const ROWS_AT_ONCE = 1000

/** The rows of a filter with the hashes of the rows before them, oldest first. */
export async function* readSealed(db: Db, filter: AuditFilter): AsyncGenerator<SealedRow> {
  let after = 0
  for (;;) {
    const start = await selectStart(db)
    const rows = await db
      .selectFrom('audit')
      .leftJoin('audit as before', (join) => join.on('before.position', '=', sql<number>`audit.position - 1`))
      .select(columns)
      .select([sql<number>`audit.position`.as('position'), sql<Uint8Array>`audit.hash`.as('hash')])
      .select('before.hash as beforeHash')
      .where(matches(filter))
      .where('audit.position', '>', after)
      .orderBy('audit.position')
      .limit(ROWS_AT_ONCE)
      .execute()
    for (const { beforeHash, ...row } of rows) {
      after = row.position
      const first = row.position === start.position + 1 ? start.hash : NO_HASH
      yield { ...row, previousHash: beforeHash ?? first }
    }
    if (rows.length < ROWS_AT_ONCE) return
  }
}

function matches(filter: AuditFilter): Expression<SqlBool> {
  const { scope, shown, storeId, since, until, account, subject, kind, outcome } = filter
  const conditions = [
    sql`audit.position is not null`,
    ...(scope === null ? [] : [isSeenBy(scope)]),
    ...(shown === null ? [] : [isAboutShown(shown)]),
    ...(storeId === null ? [] : [concerns(storeId)]),
    ...(since === null ? [] : [sql`audit.at >= ${sqlInstant(since)}`]),
    ...(until === null ? [] : [sql`audit.at < ${sqlInstant(until)}`]),
    ...(account === '' ? [] : [sql`audit.account_name ilike ${containing(account)}`]),
    ...(subject === '' ? [] : [sql`audit.subject ilike ${containing(subject)}`]),
    ...(kind === '' ? [] : [ofKind(kind)]),
    ...(outcome === null ? [] : [sql`audit.outcome = ${outcome}`]),
  ]
  return sql<SqlBool>`(${sql.join(conditions, sql` and `)})`
}

/** What was done to a store, or to its current department. */
function concerns(storeId: StoreId): Expression<SqlBool> {
  return sql<SqlBool>`(audit.store_id = ${storeId}
    or (audit.kind in ('department.move', 'department.rename') and audit.department_id = any(
      (select department.path from store join department on department.department_id = store.department_id
        where store.store_id = ${storeId})::bigint[])))`
}

function ofKind(kind: string): Expression<SqlBool> {
  if (kind.includes('.')) return sql<SqlBool>`audit.kind = ${kind}`
  return sql<SqlBool>`(audit.kind >= ${`${kind}.`} and audit.kind < ${`${kind}/`})`
}

/** The rows of its stores, and those without a store that concern its departments. */
function isSeenBy(scope: Scope): Expression<SqlBool> {
  return sql<SqlBool>`(audit.store_id in (select store.store_id from store where ${isInScope(scope)})
    or (audit.store_id is null and audit.department_id = any(${scope.departments}::bigint[])))`
}

/** Rows about no device, or about devices that are all shown: a device that is gone is not. */
function isAboutShown(shown: Scope): Expression<SqlBool> {
  return sql<SqlBool>`(audit.device_ids = '{}' or not exists (
    select from unnest(audit.device_ids) as about (device_id) where about.device_id not in (${shownDevices(shown)})))`
}
