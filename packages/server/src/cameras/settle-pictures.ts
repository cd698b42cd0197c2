import type { CommandState } from '@coldkeep/domain/commands/command-state'
import { isEnded } from '@coldkeep/domain/commands/command-state'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import type { Trx } from '../db/connect'
import type { ArrivedResult } from '../messages/read-report'
import { selectAwaited, updateExpired, updateSettled } from './picture-queries'

/** Settles orders whose terminal brings no picture, in the transaction that stores its result. */
export async function followPicture(
  trx: Trx,
  state: CommandState,
  { storeId, terminal: terminalId, receivedAt, result }: ArrivedResult,
): Promise<void> {
  // a picture that is there has settled its order before
  if (!isEnded(state)) return
  for (const awaited of await selectAwaited(trx, { storeId, terminalId, commandId: result.id })) {
    const refusal = { state: 'refused', reason: result.err?.code ?? null, settledAt: receivedAt } as const
    await updateSettled(trx, awaited, refusal)
  }
}

/** Ends orders that were waited for long enough. */
export async function expirePictures(trx: Trx, now: EpochMs): Promise<void> {
  await updateExpired(trx, now)
}
