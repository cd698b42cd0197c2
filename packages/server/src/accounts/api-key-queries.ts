import type { ApiKeyState } from '@coldkeep/contract/areas/api-keys'
import { type PageKey, pageKeys } from '@coldkeep/domain/access/page-key'
import type { AccountId, ApiKeyId, DepartmentId } from '@coldkeep/domain/ids'
import { type EpochMs, later, minutes } from '@coldkeep/domain/time/instant'
import { sql } from 'kysely'
import { rightColumns } from '../access/account-right-queries'
import type { Scope } from '../access/scope'
import { departmentsBelow } from '../access/scope-queries'
import type { Db } from '../db/connect'
import type { KeyParts } from './api-key'

/** The last use is kept to the minute, so that a busy machine does not write on each call. */
export const USE_MS = minutes(1)

/** The department of the key lies in that of its account, as both are now. */
const isHeld = sql<boolean>`exists (
  select 1 from department where department.department_id = api_key.department_id
    and department.path @> array[account.department_id]::bigint[])`

/** A key that holds, with what its account may do. */
export function selectHoldingKey(db: Db, selector: KeyParts['selector'], now: EpochMs) {
  return holdingKeys(db, now).where('apiKey.selector', '=', selector).executeTakeFirst()
}

export function selectHoldingKeyById(db: Db, apiKeyId: ApiKeyId, now: EpochMs) {
  return holdingKeys(db, now).where('apiKey.apiKeyId', '=', apiKeyId).executeTakeFirst()
}

function holdingKeys(db: Db, now: EpochMs) {
  return db
    .selectFrom('apiKey')
    .innerJoin('account', 'account.accountId', 'apiKey.accountId')
    .select(['apiKey.apiKeyId', 'apiKey.secretHash', 'apiKey.lastUsedAt', 'apiKey.name as keyName'])
    .select(['apiKey.departmentId', 'apiKey.pageKeys as ownPages', 'apiKey.createdAt'])
    .select(departmentsBelow('apiKey.departmentId'))
    .select(['account.accountId', 'account.login', 'account.name'])
    .select(rightColumns)
    .where('apiKey.revokedAt', 'is', null)
    .where('apiKey.expiresAt', '>', now)
    .where('account.isEnabled', '=', true)
    .where(isHeld)
}

export type HoldingKey = NonNullable<Awaited<ReturnType<ReturnType<typeof holdingKeys>['executeTakeFirst']>>>

/** Records that a key is used, unless it was recorded a moment ago. */
export async function updateLastUse(db: Db, apiKeyId: ApiKeyId, now: EpochMs): Promise<void> {
  const before = later(now, -USE_MS)
  await db
    .updateTable('apiKey')
    .set({ lastUsedAt: now })
    .where('apiKeyId', '=', apiKeyId)
    .where((row) => row.or([row('lastUsedAt', 'is', null), row('lastUsedAt', '<', before)]))
    .execute()
}

export interface ApiKeyDraft extends KeyParts {
  readonly name: string
  readonly accountId: AccountId
  readonly departmentId: DepartmentId
  readonly pageKeys: readonly PageKey[]
  readonly expiresAt: EpochMs
}

export async function insertApiKey(db: Db, draft: ApiKeyDraft, now: EpochMs): Promise<ApiKeyId> {
  const { apiKeyId } = await db
    .insertInto('apiKey')
    .values({ ...draft, pageKeys: [...draft.pageKeys], createdAt: now })
    .returning('apiKeyId')
    .executeTakeFirstOrThrow()
  return apiKeyId
}

export async function countHolding(db: Db, accountId: AccountId, now: EpochMs): Promise<number> {
  const { count } = await db
    .selectFrom('apiKey')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('accountId', '=', accountId)
    .where('revokedAt', 'is', null)
    .where('expiresAt', '>', now)
    .executeTakeFirstOrThrow()
  return count
}

const MOST_LISTED = 1000

/** Newest first. */
export async function selectApiKeys(db: Db, scope: Scope, now: EpochMs) {
  const rows = await db
    .selectFrom('apiKey')
    .innerJoin('account', 'account.accountId', 'apiKey.accountId')
    .innerJoin('department', 'department.departmentId', 'apiKey.departmentId')
    .select(['apiKey.apiKeyId', 'apiKey.name', 'apiKey.selector', 'apiKey.pageKeys', 'apiKey.createdAt'])
    .select(['apiKey.expiresAt', 'apiKey.lastUsedAt', 'apiKey.revokedAt', 'account.isEnabled'])
    .select(['account.name as accountName', 'department.departmentId', 'department.name as departmentName'])
    .select(isHeld.as('isHeld'))
    .where(sql<boolean>`api_key.department_id = any(${scope.departments}::bigint[])`)
    .orderBy('apiKey.apiKeyId', 'desc')
    .limit(MOST_LISTED)
    .execute()
  return rows.map(({ pageKeys: own, ...row }) => ({
    ...row,
    pages: pageKeys.filter((page) => own.includes(page)),
    state: stateOf(row, now),
  }))
}

function stateOf(
  row: {
    readonly revokedAt: EpochMs | null
    readonly expiresAt: EpochMs
    readonly isEnabled: boolean
    readonly isHeld: boolean
  },
  now: EpochMs,
): ApiKeyState {
  if (row.revokedAt !== null) return 'revoked'
  if (row.expiresAt <= now) return 'expired'
  return row.isEnabled && row.isHeld ? 'active' : 'idle'
}

/** Revokes all keys that an account has made. @returns how many held */
export async function revokeKeysOf(db: Db, accountId: AccountId, now: EpochMs): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('apiKey')
    .set({ revokedAt: now })
    .where('accountId', '=', accountId)
    .where('revokedAt', 'is', null)
    .where('expiresAt', '>', now)
    .executeTakeFirstOrThrow()
  return Number(numUpdatedRows)
}

/** @returns its name; `null` where there is none in the scope, or it was revoked before */
export async function updateRevoked(
  db: Db,
  scope: Scope,
  apiKeyId: ApiKeyId,
  now: EpochMs,
): Promise<{ readonly name: string; readonly departmentId: DepartmentId } | null> {
  const row = await db
    .updateTable('apiKey')
    .set({ revokedAt: now })
    .where('apiKeyId', '=', apiKeyId)
    .where('revokedAt', 'is', null)
    .where(sql<boolean>`api_key.department_id = any(${scope.departments}::bigint[])`)
    .returning(['name', 'departmentId'])
    .executeTakeFirst()
  return row ?? null
}
