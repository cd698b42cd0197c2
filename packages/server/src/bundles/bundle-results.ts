import type { CommandOperation, CommandResult } from '@coldkeep/contract/mqtt/command'
import * as z from 'zod/mini'
import type { Trx } from '../db/connect'
import type { BundleState } from '../db/field-tables'
import type { ArrivedResult } from '../messages/read-report'
import {
  lockBundleOfCommand,
  replaceOlderBundles,
  reviveBundle,
  selectRunningRevision,
  updateBundleState,
} from './bundle-queries'
import { returnToLists } from './point-lists'

/** The terminal rolled back to the previous configuration on its own. */
const ROLLED_BACK = 'E_ROLLED_BACK'

/** What the column of revisions holds. */
const MOST_REVISIONS = 2_147_483_647

const order: readonly BundleState[] = ['queued', 'sent', 'fetched', 'checked', 'active']

const outcome = z.object({
  step: z.optional(z.enum(['fetched', 'checked'])),
  /** What the terminal runs now. */
  rev: z.optional(z.int().check(z.gte(0), z.lte(MOST_REVISIONS))),
  faults: z.optional(
    z.array(
      z.object({
        path: z.string().check(z.maxLength(200)),
        code: z.string().check(z.maxLength(40)),
        value: z.string().check(z.maxLength(200)),
      }),
    ),
  ),
})

/** Records how far a bundle has come, and gives its terminal the point lists of what it really runs. */
export async function followBundle(
  trx: Trx,
  command: { readonly op: CommandOperation },
  { storeId, terminal, receivedAt, result }: ArrivedResult,
): Promise<void> {
  if (command.op !== 'cfg.apply') return
  const bundle = await lockBundleOfCommand(trx, storeId, result.id)
  if (bundle === undefined) return
  const output = z.safeParse(outcome, result.out ?? {})
  const { step, rev, faults } = output.success ? output.data : {}
  const state = bundleStateAfter(bundle.state, reportedState(result, step))
  if (state === null) return
  const target = { storeId, terminalId: terminal }
  const concerned = { ...target, revision: bundle.revision }
  await updateBundleState(trx, concerned, state, { changedAt: receivedAt, faults })
  if (state === 'active') await replaceOlderBundles(trx, concerned)
  if (state === 'rolled_back' && rev !== undefined) await reviveBundle(trx, { ...target, revision: rev })
  if (state !== 'rolled_back' && state !== 'refused') return
  const current = rev ?? (await selectRunningRevision(trx, storeId, terminal))
  if (current !== null) await returnToLists(trx, { ...target, revision: current })
}

function reportedState(
  { st, err }: CommandResult,
  step: 'fetched' | 'checked' | undefined,
): BundleState | null {
  switch (st) {
    case 'progress':
      return step ?? null
    case 'done':
      return 'active'
    case 'refused':
      return 'refused'
    case 'failed':
      return err?.code === ROLLED_BACK ? 'rolled_back' : null
    default:
      return null
  }
}

/** Results come late and twice: a bundle only goes forward. One that counts as expired was applied after all. */
export function bundleStateAfter(current: BundleState, reported: BundleState | null): BundleState | null {
  if (reported === null || reported === current) return null
  if (reported === 'rolled_back') return current === 'refused' ? null : 'rolled_back'
  const from = current === 'expired' ? 0 : order.indexOf(current)
  if (from < 0) return null
  if (reported === 'refused') return current === 'active' ? null : 'refused'
  return order.indexOf(reported) > from ? reported : null
}
