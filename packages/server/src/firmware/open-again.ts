import { type InstallationState, isOver } from '@coldkeep/domain/firmware/installation-state'
import type { JobId, StoreId, TerminalId } from '@coldkeep/domain/ids'
import type { Trx } from '../db/connect'
import { hasOtherOpen } from './install-queries'

interface KeptInstall {
  readonly storeId: StoreId
  readonly terminalId: TerminalId
  readonly jobId: JobId
  readonly state: InstallationState
}

/**
 * Whether what a terminal reports may be kept. One that was lost or cancelled and is at it all the same is opened again,
 * unless another job has ordered the terminal since: a terminal is in one at a time. Its end is kept in any case.
 */
export async function mayKeep(trx: Trx, install: KeptInstall, reported: InstallationState): Promise<boolean> {
  const opensAgain = isOver(install.state) && !isOver(reported)
  return !(opensAgain && (await hasOtherOpen(trx, install)))
}
