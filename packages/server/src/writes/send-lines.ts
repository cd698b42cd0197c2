import { Problem } from '@coldkeep/contract/problem'
import type { StoreId } from '@coldkeep/domain/ids'
import { type EpochMs, minutes } from '@coldkeep/domain/time/instant'
import { wornPlaceOf } from '@coldkeep/domain/writes/wear'
import { scopeOf } from '../access/scope'
import type { Writer } from '../access/signed-in'
import type { Actor } from '../audit/add-audit'
import { makeCommand } from '../commands/make-command'
import { canonicalJson } from '../db/canonical-json'
import type { Trx } from '../db/connect'
import { compileWrite } from './compile-write'
import { addWear } from './wear-queries'
import { selectLinesToSend, updateLine } from './write-line-queries'
import { hindranceOf, selectWriteTargets, type WriteTarget } from './write-targets'

interface Sent {
  readonly storeId: StoreId
  readonly writeId: string
  readonly waitMinutes: number
  /** The author of the commands to the terminal. */
  readonly by: Actor
  /** It was compiled in this very transaction. */
  readonly isFresh?: boolean
}

/**
 * Gives the lines of a write to their terminals, as commands of the transaction. What has changed since the
 * request is not sent: the people who approved it have looked at something else.
 * @param user who sends it, and must have the right to
 */
export async function sendLines(trx: Trx, sent: Sent, user: Writer, now: EpochMs): Promise<void> {
  const { storeId, writeId, waitMinutes, by } = sent
  const lines = await selectLinesToSend(trx, storeId, writeId)
  const scope = scopeOf(user)
  const deviceIds = lines.map(({ deviceId }) => deviceId)
  const targets = await selectWriteTargets(trx, { scope, storeId, deviceIds, locks: true })
  const byId = new Map(targets.map((target) => [target.deviceId, target]))
  for (const { deviceId, commandCode, value, arg } of lines) {
    const target = byId.get(deviceId)
    // an approver cannot judge what they may not see
    if (target === undefined) throw new Problem('access.equipment')
    const fault = sent.isFresh ? null : faultOf(target, user, { commandCode, value, arg })
    if (fault !== null) {
      await updateLine(trx, { storeId, writeId, deviceId }, { fault })
      continue
    }
    const { terminalId } = target
    const draft = {
      terminalId,
      storeId,
      op: 'write' as const,
      arg: () => arg,
      by,
      deviceIds: [deviceId],
      lifeMs: minutes(waitMinutes),
    }
    const commandId = await makeCommand(trx, draft, now)
    await updateLine(trx, { storeId, writeId, deviceId }, { commandId })
    const place = wornPlaceOf(arg)
    if (place !== null) await addWear(trx, { storeId, deviceId, place }, now)
  }
}

function faultOf(
  target: WriteTarget,
  user: Writer,
  line: { readonly commandCode: string; readonly value: number | null; readonly arg: object },
): string | null {
  const hindrance = hindranceOf(target, user)
  if (hindrance === 'no_right') throw new Problem('access.equipment')
  if (hindrance !== null) return hindrance
  const compiled = compileWrite(target, line.commandCode, line.value)
  const isSame = compiled.ok && canonicalJson(compiled.value.arg) === canonicalJson(line.arg)
  return isSame ? null : 'changed'
}
