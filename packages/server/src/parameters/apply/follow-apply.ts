import { epochMs } from '@coldkeep/domain/time/instant'
import type { Trx } from '../../db/connect'
import type { ArrivedResult } from '../../messages/read-report'
import { selectLine } from '../../writes/write-line-queries'
import { followStep } from './write-steps'

/** Goes on with the device of an apply whose write has ended, in the transaction that stores the word of its terminal. */
export async function followApply(
  trx: Trx,
  { storeId, receivedAt, result }: Pick<ArrivedResult, 'storeId' | 'receivedAt' | 'result'>,
): Promise<void> {
  const line = await selectLine(trx, storeId, result.id)
  if (line !== null) await followStep(trx, storeId, line.writeId, epochMs(receivedAt))
}
