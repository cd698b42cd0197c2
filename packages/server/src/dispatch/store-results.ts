import type { ResultState } from '@coldkeep/contract/mqtt/command'
import { isEnded, stateAfter } from '@coldkeep/domain/commands/command-state'
import { addAudit } from '../audit/add-audit'
import { followBundle } from '../bundles/bundle-results'
import { followPicture } from '../cameras/settle-pictures'
import { lockCommand, updateCommandState } from '../commands/command-queries'
import type { Trx } from '../db/connect'
import { followInstall } from '../firmware/follow-install'
import type { ArrivedResult } from '../messages/read-report'
import { followApply } from '../parameters/apply/follow-apply'
import { followRead, followWrittenParameter } from '../parameters/follow-read'
import { followWrite } from '../writes/follow-writes'

/**
 * Keeps what terminals say about their commands, in the transaction that stores the messages. Repeats and results that
 * come late change nothing; one for a command of another terminal is dropped.
 */
export async function storeResults(trx: Trx, results: readonly ArrivedResult[]): Promise<void> {
  // in one order everywhere, so that two processes never wait for each other; the results of one command keep
  // their order
  const inOrder = [...results].sort(
    (a, b) => a.storeId - b.storeId || (a.result.id < b.result.id ? -1 : a.result.id > b.result.id ? 1 : 0),
  )
  for (const arrived of inOrder) await storeResult(trx, arrived)
}

async function storeResult(trx: Trx, arrived: ArrivedResult): Promise<void> {
  const { storeId, terminal, receivedAt, result } = arrived
  const command = await lockCommand(trx, storeId, result.id)
  if (command === null || command.terminalId !== terminal) return
  await followBundle(trx, command, arrived)
  const state = stateAfter(command, result.st)
  if (state === null) return
  await updateCommandState(trx, state, arrived)
  if (command.op === 'camera.snapshot') await followPicture(trx, state, arrived)
  if (command.op === 'fw.install') await followInstall(trx, arrived)
  const write = command.op === 'write' ? await followWrite(trx, arrived) : {}
  if (command.op === 'write') await followWrittenParameter(trx, arrived)
  if (command.op === 'write' && isEnded(state)) await followApply(trx, arrived)
  const isRoutine = command.op === 'run.once' && (await followRead(trx, arrived))
  if (!isEnded(state) || isRoutine) return
  await addAudit(trx, {
    at: receivedAt,
    by: { accountId: null, name: terminal },
    storeId,
    kind: `command.${command.op}`,
    subject: terminal,
    ...(write.deviceIds && { deviceIds: write.deviceIds }),
    detail: { command: result.id, ...write.detail, ...(result.err && { code: result.err.code }) },
    outcome: outcomeOf(result.st),
  })
}

function outcomeOf(state: ResultState): 'done' | 'refused' | 'failed' {
  return state === 'done' || state === 'refused' ? state : 'failed'
}
