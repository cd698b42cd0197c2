import { timingSafeEqual } from 'node:crypto'
import type { ApiKeyId } from '@coldkeep/domain/ids'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import { rightsOf } from '../access/account-rights'
import type { SignedIn } from '../access/signed-in'
import type { Db } from '../db/connect'
import { partsOfKey } from './api-key'
import {
  type HoldingKey,
  selectHoldingKey,
  selectHoldingKeyById,
  USE_MS,
  updateLastUse,
} from './api-key-queries'

/**
 * The machine that a key belongs to: its own department and pages, as far as the account that made it still
 * holds them, and what that account may do with equipment. `null` for a key that is not valid (any more).
 */
export async function machineOfKey(db: Db, key: string, now: EpochMs): Promise<SignedIn | null> {
  const parts = partsOfKey(key)
  if (parts === null) return null
  const row = await selectHoldingKey(db, parts.selector, now)
  if (row === undefined || !timingSafeEqual(row.secretHash, parts.secretHash)) return null
  if (row.lastUsedAt === null || row.lastUsedAt < now - USE_MS) await updateLastUse(db, row.apiKeyId, now)
  return machineOf(row)
}

/** The machine whose key this is, as far as it holds at this moment; for what a machine left to be done. */
export async function selectMachine(db: Db, apiKeyId: ApiKeyId, now: EpochMs): Promise<SignedIn | null> {
  const row = await selectHoldingKeyById(db, apiKeyId, now)
  return row === undefined ? null : machineOf(row)
}

function machineOf(row: HoldingKey): SignedIn {
  const rights = rightsOf(row)
  const own = new Set(row.ownPages)
  return {
    accountId: row.accountId,
    signInId: null,
    apiKeyId: row.apiKeyId,
    login: row.login,
    name: `${row.keyName} · ${row.name}`,
    departmentId: row.departmentId,
    departmentIds: row.departmentIds,
    ...rights,
    pageKeys: new Set([...rights.pageKeys].filter((page) => own.has(page))),
    signedInAt: row.createdAt,
    isByProvider: false,
    mustChangePassword: false,
    lacksFactor: false,
  }
}
