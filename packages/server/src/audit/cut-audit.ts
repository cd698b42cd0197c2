import { type EpochMs, epochMs } from '@coldkeep/domain/time/instant'
import type { Db, Trx } from '../db/connect'
import { addAudit, SERVER } from './add-audit'
import { deleteUpTo, insertCut, lockChain, selectLastBefore } from './chain-queries'

const KEPT_MONTHS = 24

/** Removes rows that are older than 24 months from the start of the chain, and keeps the hash from which it goes on. */
export async function cutAudit(db: Db, now: EpochMs): Promise<void> {
  const limit = new Date(now)
  limit.setUTCMonth(limit.getUTCMonth() - KEPT_MONTHS)
  await db.transaction().execute((trx) => cut(trx, epochMs(limit.getTime()), now))
}

async function cut(trx: Trx, limit: EpochMs, now: EpochMs): Promise<void> {
  await lockChain(trx)
  const last = await selectLastBefore(trx, limit)
  if (last === null) return
  await insertCut(trx, last, now)
  await deleteUpTo(trx, last.position)
  const detail = { position: last.position, hash: Buffer.from(last.hash).toString('hex') }
  const entry = { at: now, by: SERVER, storeId: null, kind: 'audit.retention', subject: '', detail }
  await addAudit(trx, { ...entry, outcome: 'done' })
}
