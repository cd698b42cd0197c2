import { installOutcome } from '@coldkeep/contract/mqtt/command-arguments'
import { afterStep, endShownBy, type InstallationState } from '@coldkeep/domain/firmware/installation-state'
import * as z from 'zod/mini'
import type { Trx } from '../db/connect'
import type { ArrivedResult } from '../messages/read-report'
import { type InstallRow, lockInstall, updateInstall } from './install-queries'
import { mayKeep } from './open-again'

/** A job orders an installation once; another job is another one. */
const ATTEMPT = 1

/**
 * Keeps how far a terminal is with an installation. That it is done is said by the new program alone, after another start;
 * what claims so and runs the version before is rolled back.
 */
export async function followInstall(
  trx: Trx,
  { storeId, receivedAt, result }: Pick<ArrivedResult, 'storeId' | 'receivedAt' | 'result'>,
): Promise<void> {
  const install = await lockInstall(trx, storeId, result.id)
  if (install === undefined) return
  const { state, percent: knownPercent } = install
  const reported = reportedState(install, result)
  if (reported === null) return
  const percent = result.pc ?? null
  const isFurther = reported === state && percent !== null && percent > (knownPercent ?? 0)
  const next = afterStep({ state, attempt: ATTEMPT }, { step: reported, attempt: ATTEMPT })
  if ((next === null && !isFurther) || !(await mayKeep(trx, install, reported))) return
  const { err } = result
  await updateInstall(
    trx,
    install,
    {
      state: reported as InstallRow['state'],
      percent,
      errorCode: err?.code ?? null,
      errorText: err?.text ?? null,
    },
    receivedAt,
  )
}

/** What a report comes to; null: nothing that is shown. */
function reportedState(
  { version, fromBoot }: InstallRow,
  { st, out }: ArrivedResult['result'],
): InstallationState | null {
  const { step, isRolledBack, ...started } = z.safeParse(installOutcome, out ?? {}).data ?? {}
  switch (st) {
    case 'accepted':
      return null
    case 'progress':
      return step ?? null
    case 'done': {
      const { version: runs = '', boot = fromBoot ?? '' } = started
      return endShownBy({ version: runs, boot }, { boot: fromBoot }, version) ?? 'rolled_back'
    }
    case 'expired':
    case 'refused':
      return 'failed'
    case 'failed':
      return isRolledBack ? 'rolled_back' : 'failed'
  }
}
