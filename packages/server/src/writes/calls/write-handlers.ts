import { Problem } from '@coldkeep/contract/problem'
import { kindsOfDevice, mayWrite } from '@coldkeep/domain/access/equipment'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import { approvalAt } from '@coldkeep/domain/writes/approval-at'
import { type Scope, scopeOf, selectStoreInScope } from '../../access/scope'
import type { SignedIn } from '../../access/signed-in'
import { addAudit } from '../../audit/add-audit'
import type { Handlers } from '../../calls/bind-call'
import { cancelQueued } from '../../commands/command-queries'
import type { Trx } from '../../db/connect'
import type { Rounds } from '../../tasks/rounds'
import { mayRequesterWrite, notifyRequester } from '../notify-of-write'
import { presentWrites, type WriteReader } from '../read-writes'
import { requestOnce } from '../request-once'
import { sendLines } from '../send-lines'
import { subjectOf } from '../subject-of'
import { undoOf } from '../undo-line'
import { countLines } from '../write-line-queries'
import {
  countWrites,
  type LineRow,
  lockWrite,
  selectLines,
  selectWrite,
  selectWrites,
  updateApproval,
  type WriteRow,
} from '../write-queries'
import { controlHandlers } from './control-handlers'

type WriteCall =
  | 'listOperableDevices'
  | 'getControls'
  | 'requestWrite'
  | 'listWrites'
  | 'getWrite'
  | 'decideWrite'
  | 'withdrawWrite'
  | 'undoWrite'

/** What writing to devices needs. */
export interface WriteCallParts {
  readonly field: Pick<Rounds, 'wake'>
}

export function writeHandlers({ field }: WriteCallParts): Pick<Handlers, WriteCall> {
  return {
    ...controlHandlers,

    requestWrite: async ({ db, user, body, clock, translate }) => {
      const now = clock.now()
      const { id, storeId: store, devices, code, value, waitMinutes, note } = body
      const { storeId } = await selectStoreInScope(db, scopeOf(user), store)
      const unique = [...new Set(devices)]
      const draft = {
        id,
        storeId,
        devices: unique.map((deviceId) => ({ deviceId, code, value })),
        waitMinutes,
        note,
        undoOf: null,
      }
      await requestOnce(db, draft, user, now)
      field.wake()
      return one({ db, user, now, translate }, id)
    },

    listWrites: async ({ db, user, query, clock, translate }) => {
      const now = clock.now()
      const scope = scopeOf(user)
      const { page, pageSize, storeId, deviceId, status, search } = query
      const filter = { scope, storeId, deviceId, status, search }
      const rows = await selectWrites(db, filter, { offset: (page - 1) * pageSize, limit: pageSize }, now)
      return {
        writes: await presentWrites({ db, user, now, translate }, rows),
        total: await countWrites(db, filter, now),
        waiting: await countDecidable({ db, user, now, translate }, scope),
        page,
        pageSize,
      }
    },

    getWrite: async ({ db, user, params, clock, translate }) =>
      one({ db, user, now: clock.now(), translate }, params.writeId),

    decideWrite: async ({ db, user, params, body, clock, translate }) => {
      await db.transaction().execute(async (trx) => {
        const { write, lines } = await locked(trx, user, params.writeId)
        // read once it is this transaction's turn
        const now = clock.now()
        if (approvalAt(write, now) !== 'waiting') throw new Problem('write.decided')
        // a key acts for the account that made it, and there is no person to look
        if (user.signInId === null) throw new Problem('write.person_needed')
        if (write.accountId === user.accountId) throw new Problem('write.own')
        if (body.approves && !(await mayRequesterWrite(trx, write, lines))) throw new Problem('write.asker')
        const approval = body.approves ? ('approved' as const) : ('rejected' as const)
        const decision = { approval, decidedBy: user.name, decidedAt: now, decisionNote: body.reason }
        await updateApproval(trx, write, decision)
        await note(trx, user, write, now, body.approves ? 'approve' : 'reject', {
          requestedBy: write.createdBy,
          ...(body.reason && { reason: body.reason }),
        })
        await notifyRequester(trx, write, approval, now)
        if (body.approves) await sendLines(trx, { ...write, by: actorOf(user) }, user, now)
      })
      field.wake()
      return one({ db, user, now: clock.now(), translate }, params.writeId)
    },

    withdrawWrite: async ({ db, user, params, clock, translate }) => {
      await db.transaction().execute(async (trx) => {
        const { write, lines } = await locked(trx, user, params.writeId)
        const now = clock.now()
        const isWaiting = approvalAt(write, now) === 'waiting'
        // all others who object reject it, and give their reason
        if (isWaiting && write.accountId !== user.accountId) throw new Problem('write.not_own')
        if (isWaiting)
          await updateApproval(trx, write, { approval: 'withdrawn', decidedBy: user.name, decidedAt: now })
        let taken = 0
        for (const { commandId } of lines) {
          if (commandId !== null && (await cancelQueued(trx, write.storeId, commandId, now))) taken += 1
        }
        if (!isWaiting && taken === 0) throw new Problem('write.sent')
        await note(trx, user, write, now, 'withdraw', { lines: taken })
      })
      return one({ db, user, now: clock.now(), translate }, params.writeId)
    },

    undoWrite: async ({ db, user, params, body, clock, translate }) => {
      const now = clock.now()
      const scope = scopeOf(user)
      const write = await selectWrite(db, scope, params.writeId)
      if (write === null) throw new Problem('write.unknown')
      const lines = await selectLines(db, scope, [write])
      const devices = lines.flatMap((line) => {
        const undo = undoOf(line)
        return undo === null ? [] : [{ deviceId: line.deviceId, ...undo }]
      })
      if (devices.length === 0) throw new Problem('write.no_undo')
      const { storeId, waitMinutes, writeId } = write
      const draft = { id: body.id, storeId, devices, waitMinutes, note: body.note, undoOf: writeId }
      await requestOnce(db, draft, user, now)
      field.wake()
      return one({ db, user, now, translate }, body.id)
    },
  }
}

const MOST_WAITING = 200

/** Writes of all stores that the caller may approve. */
async function countDecidable(by: WriteReader, scope: Scope): Promise<number> {
  const waiting = { scope, storeId: null, deviceId: null, status: 'waiting' as const, search: '' }
  const rows = await selectWrites(by.db, waiting, { offset: 0, limit: MOST_WAITING }, by.now)
  if (rows.length === 0) return 0
  return (await presentWrites(by, rows)).filter(({ canDecide }) => canDecide).length
}

/** @throws Problem `write.unknown`, the same for one that does not exist and for one that the caller may not see */
async function one(by: WriteReader, writeId: string) {
  const write = await selectWrite(by.db, scopeOf(by.user), writeId)
  const [shown] = write === null ? [] : await presentWrites(by, [write])
  if (shown === undefined) throw new Problem('write.unknown')
  return shown
}

/** The current state of a write, locked against other changes. The caller may write to all of it. */
async function locked(trx: Trx, user: SignedIn, writeId: string) {
  const scope = scopeOf(user)
  const known = await selectWrite(trx, scope, writeId)
  if (known === null) throw new Problem('write.unknown')
  await lockWrite(trx, known)
  const write = await selectWrite(trx, scope, writeId)
  if (write === null) throw new Problem('write.unknown')
  const lines = await selectLines(trx, scope, [write])
  await checkWritesAll(trx, user, write, lines)
  return { write, lines }
}

async function note(
  trx: Trx,
  user: SignedIn,
  { storeId, writeId }: WriteRow,
  now: EpochMs,
  act: 'approve' | 'reject' | 'withdraw',
  detail: Readonly<Record<string, unknown>>,
): Promise<void> {
  await addAudit(trx, {
    at: now,
    by: actorOf(user),
    storeId,
    kind: `write.${act}`,
    ...(await subjectOf(trx, storeId, writeId)),
    detail: { write: writeId, ...detail },
    outcome: 'done',
  })
}

/** @throws Problem `access.equipment` where some of it is withheld from the caller or not theirs to write to */
async function checkWritesAll(
  trx: Trx,
  { equipment }: SignedIn,
  { storeId, writeId }: WriteRow,
  lines: readonly LineRow[],
): Promise<void> {
  const areAllShown = (await countLines(trx, storeId, writeId)) === lines.length
  if (!areAllShown || !lines.every((line) => mayWrite(equipment, kindsOfDevice(line)))) {
    throw new Problem('access.equipment')
  }
}

function actorOf({ accountId, name }: SignedIn) {
  return { accountId, name }
}
