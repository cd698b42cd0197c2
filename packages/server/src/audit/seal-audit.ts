import type { Db, Trx } from '../db/connect'
import { hashOfRow } from './audit-row'
import { type Head, hasUnsealed, lockChain, selectHead, selectUnsealed, updatePlaces } from './chain-queries'

const ROWS_AT_ONCE = 500

/**
 * Gives the rows that were written since the last time their places in the chain, in the order of their numbers among
 * those that can be seen. Of several servers one at a time does; who writes rows waits for none.
 * @returns the end of the chain where it has grown
 */
export async function sealAudit(db: Db): Promise<Head | null> {
  let grown: Head | null = null
  while (await hasUnsealed(db)) {
    const head = await db.transaction().execute(sealSome)
    if (head === null) break
    grown = head
  }
  return grown
}

async function sealSome(trx: Trx): Promise<Head | null> {
  await lockChain(trx)
  const rows = await selectUnsealed(trx, ROWS_AT_ONCE)
  if (rows.length === 0) return null
  let { position, hash } = await selectHead(trx)
  const places = rows.map(({ auditId, ...row }) => {
    position += 1
    hash = hashOfRow({ ...row, position }, hash)
    return { auditId, position, hash: Buffer.from(hash).toString('hex') }
  })
  await updatePlaces(trx, places)
  return { position, hash }
}
