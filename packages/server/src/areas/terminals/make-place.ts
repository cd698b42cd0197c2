import { randomBytes } from 'node:crypto'
import { CLAIM_CODE_SIGNS } from '@coldkeep/domain/access/claim-code'
import type { StoreId, TerminalId } from '@coldkeep/domain/ids'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import type { Db } from '../../db/connect'
import { hashSecret, newSecret } from './credential'
import { insertPlace } from './queries'

const ID_LENGTH = 8

/** A place that no box has, under an id of its own: its secret is one that nobody knows. */
export async function makePlace(trx: Db, storeId: StoreId, now: EpochMs): Promise<TerminalId> {
  for (;;) {
    const signs = [...randomBytes(ID_LENGTH)].map((byte) => CLAIM_CODE_SIGNS.charAt(byte & 31)).join('')
    const terminalId = `TB-${signs}` as TerminalId
    if (await makePlaceNamed(trx, terminalId, storeId, now)) return terminalId
  }
}

/** The same under an id that stands on a label already. @returns false where it is taken */
export function makePlaceNamed(
  trx: Db,
  terminalId: TerminalId,
  storeId: StoreId,
  now: EpochMs,
): Promise<boolean> {
  return insertPlace(trx, { terminalId, storeId, secretHash: hashSecret(newSecret()) }, now)
}
