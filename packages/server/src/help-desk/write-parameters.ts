import { Problem } from '@coldkeep/contract/problem'
import type { DeviceId } from '@coldkeep/domain/ids'
import { quality } from '@coldkeep/domain/points/reading'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import type { SignedIn } from '../access/signed-in'
import type { Db } from '../db/connect'
import { selectObserved } from '../parameters/observed-queries'
import { seenParameters } from '../parameters/seen-parameters'
import { selectRepairEvents } from '../repair/event-queries'
import { requestWrite } from '../writes/request-write'
import { isKnownWrite, lockWriteId } from '../writes/write-queries'
import { writesOf } from './read-session'
import { recordAct } from './record-act'
import { changeSession, seenSession } from './seen-session'

interface NewValue {
  /** Of the write that it becomes. */
  readonly id: string
  readonly code: string
  readonly value: number
}

export interface ParameterOrder {
  readonly deviceId: DeviceId
  readonly values: readonly NewValue[]
  readonly note: string
}

/** A terminal that is away for a moment is waited for; who helps is there and sees it. */
const WAIT_MINUTES = 10

/**
 * Writes those that differ from what was last read, bounds before what they bound, each with its own proof; all are
 * requested or none.
 * @throws Problem `device.unknown`, `help_desk.same_values`, and as a write does
 */
export async function writeParameters(
  db: Db,
  { user, now }: { readonly user: SignedIn; readonly now: EpochMs },
  helpSessionId: string,
  { deviceId, values, note }: ParameterOrder,
): Promise<void> {
  const { device, name, parameters } = await seenParameters(db, user, deviceId)
  const known = new Map(parameters.map((parameter) => [parameter.code, parameter]))
  const observed = (await selectObserved(db, [device])).get(deviceId)
  const readOf = (code: string) => {
    const read = observed?.get(code)
    return read?.quality === quality.good ? read.value : null
  }
  if (await isSentBefore(db, user, helpSessionId, values)) return
  const changes = values
    .filter(({ code, value }) => readOf(code) !== value)
    .sort((a, b) => (known.get(a.code)?.applyOrder ?? 0) - (known.get(b.code)?.applyOrder ?? 0))
  if (changes.length === 0) throw new Problem('help_desk.same_values')
  await changeSession(db, { user, now }, helpSessionId, async (trx, session) => {
    const { storeId, deviceIds } = session
    // of others who looks on may not know
    const isNamed = deviceIds.length === 0 || deviceIds.includes(deviceId)
    if (device.storeId !== storeId || !isNamed)
      throw new Problem('device.unknown', {}, { deviceId: 'choice' })
    for (const { id, code, value } of changes) {
      await lockWriteId(trx, id)
      if (await isKnownWrite(trx, id)) throw new Problem('write.exists')
      const draft = { id, storeId, devices: [{ deviceId, code, value }], undoOf: null }
      await requestWrite(trx, { ...draft, waitMinutes: WAIT_MINUTES, note }, user, now)
    }
    await recordAct(
      trx,
      session,
      { by: user, now, deviceId },
      {
        act: 'write',
        device: name,
        writes: changes.map(({ id }) => id),
        changes: changes.map(({ code, value }) => ({
          code,
          before: readOf(code),
          value,
          unit: known.get(code)?.unit ?? '',
        })),
      },
    )
  })
}

/** What is the same already became no write: one that did tells a repeat. */
async function isSentBefore(
  db: Db,
  user: SignedIn,
  helpSessionId: string,
  values: readonly NewValue[],
): Promise<boolean> {
  const session = await seenSession(db, user, helpSessionId)
  const sent = new Set(writesOf(await selectRepairEvents(db, session), helpSessionId))
  return values.some(({ id }) => sent.has(id))
}
