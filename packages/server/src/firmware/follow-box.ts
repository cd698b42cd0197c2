import type { BoxChange, BoxInstallation, BoxType } from '@coldkeep/domain/firmware/box-installation'
import type { JobId } from '@coldkeep/domain/ids'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import type { KnownTerminal } from '../access/known-terminal'
import type { Trx } from '../db/connect'
import { lockBoxInstall, updateBoxInstall } from './box-install-queries'
import { mayKeep } from './open-again'

/**
 * Keeps what becomes of an installation of a box, which is held meanwhile: reports come late, twice and at once.
 * @param change what its state at this moment leads to; null: nothing
 * @returns how it is after it; null where the box has no such installation
 */
export async function followBox(
  trx: Trx,
  terminal: KnownTerminal,
  { jobId, type }: { readonly jobId: JobId; readonly type: BoxType },
  change: (installation: BoxInstallation) => BoxChange | null,
  now: EpochMs,
): Promise<BoxInstallation | null> {
  const row = await lockBoxInstall(trx, terminal, jobId)
  if (row === null) return null
  const installation = { ...row, type }
  const next = change(installation)
  if (next === null || !(await mayKeep(trx, { ...terminal, ...row }, next.state))) return installation
  await updateBoxInstall(trx, terminal, jobId, next, now)
  return { ...installation, ...next, changedAt: now }
}
