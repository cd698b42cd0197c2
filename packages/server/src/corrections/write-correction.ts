import { Problem } from '@coldkeep/contract/problem'
import type { ProblemCode } from '@coldkeep/contract/problem-status'
import { isUnderWay } from '@coldkeep/domain/corrections/breach-facts'
import {
  type CheckRefusal,
  isOpen,
  refusalOfCheck,
  stateAfter,
} from '@coldkeep/domain/corrections/breach-state'
import { breachNumber, type CorrectiveAction } from '@coldkeep/domain/corrections/corrective-action'
import type { BreachId } from '@coldkeep/domain/ids'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import { scopeOf } from '../access/scope'
import type { SignedIn } from '../access/signed-in'
import { addAudit } from '../audit/add-audit'
import type { Db, Trx } from '../db/connect'
import { type BreachAct, type CheckDetail, insertBreachEvent, isKnownKey } from './breach-event-queries'
import { type Breach, lockBreach, selectBreach, updateState } from './breach-queries'

export interface BreachWriter {
  readonly user: SignedIn
  readonly now: EpochMs
}

/** What is sent for a breach: once under its key, and based on what was seen. */
interface SentToBreach {
  readonly key: string
  /** How many entries there were. */
  readonly actions: number
}

/** Refuses what is based on another state of a breach, which it is handed. */
type RefuseChanged = (trx: Trx) => Promise<Problem>

/** @throws Problem `correction.unknown`, the same for one that does not exist and for one that the caller may not see */
export async function breachSeenBy(db: Db, user: SignedIn, breachId: BreachId): Promise<Breach> {
  const found = await selectBreach(db, scopeOf(user), breachId)
  if (found === null) throw new Problem('correction.unknown')
  return found
}

/**
 * Adds an entry of what was done; it has to be checked. The entries before it stay as they are.
 * @throws Problem `correction.unknown`, `correction.future`, `correction.void`, `row.changed`
 */
export async function writeAction(
  db: Db,
  { user, now }: BreachWriter,
  breachId: BreachId,
  sent: SentToBreach & { readonly doneAt: EpochMs },
  detail: CorrectiveAction,
  changed: RefuseChanged,
): Promise<void> {
  if (sent.doneAt > now) throw new Problem('correction.future', {}, { doneAt: 'range' })
  await db.transaction().execute(async (trx) => {
    const current = await locked(trx, user, breachId)
    if (await isKnownKey(trx, current, sent.key)) return
    if (current.actions !== sent.actions) throw await changed(trx)
    const state = stateAfter(current.state, 'action')
    if (state === null) throw new Problem('correction.void')
    const opened = isOpen(current.state) ? {} : { openedAt: now, remindedAt: null }
    await updateState(trx, current, { state, closedAt: null, writerId: user.accountId, ...opened })
    await record(trx, { user, now }, current, sent.key, sent.doneAt, { kind: 'action', detail })
  })
}

export interface Check extends SentToBreach {
  /** The measurement that was seen. */
  readonly facts: number
  readonly agrees: boolean
  readonly note: string
}

/**
 * What a second person says of the newest entry: it closes the breach, or sends it back.
 * @throws Problem `correction.unknown`, those of {@link refusalOfCheck}, `row.changed`
 */
export async function writeCheck(
  db: Db,
  { user, now }: BreachWriter,
  breachId: BreachId,
  { key, actions, facts, agrees, note }: Check,
  changed: RefuseChanged,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const current = await locked(trx, user, breachId)
    if (await isKnownKey(trx, current, key)) return
    const refusal = checkRefusal(current, user, now)
    if (refusal !== null) throw new Problem(codeOf(refusal))
    if (current.actions !== actions || current.facts !== facts) throw await changed(trx)
    const kind = agrees ? 'agreed' : 'sent_back'
    const state = stateAfter(current.state, kind)
    if (state === null) throw new Problem('correction.nothing_to_check')
    await updateState(trx, current, { state, closedAt: agrees ? now : null })
    const { startedAt: startAt, endedAt: endAt, minutes, degreeMinutes, extremeC, limitC } = current
    const seen: CheckDetail = {
      ...{ startAt, endAt, minutes, degreeMinutes, extremeC, limitC },
      ...{ actions, note },
    }
    await record(trx, { user, now }, current, key, now, { kind, detail: seen })
  })
}

/** Why someone may not check a breach now. */
export function checkRefusal(
  { state, writerId, endedAt, through }: Pick<Breach, 'state' | 'writerId' | 'endedAt' | 'through'>,
  { accountId, signInId }: Pick<SignedIn, 'accountId' | 'signInId'>,
  now: EpochMs,
): CheckRefusal | null {
  return refusalOfCheck(
    { accountId, isPerson: signInId !== null },
    { state, writer: writerId, isUnderWay: isUnderWay({ endAt: endedAt }, through, now) },
  )
}

export function codeOf(refusal: CheckRefusal): ProblemCode & `correction.${CheckRefusal}` {
  return `correction.${refusal}`
}

async function locked(trx: Trx, user: SignedIn, breachId: BreachId): Promise<Breach> {
  await lockBreach(trx, await breachSeenBy(trx, user, breachId))
  return breachSeenBy(trx, user, breachId)
}

async function record(
  trx: Trx,
  { user, now }: BreachWriter,
  { storeId, breachId, deviceId }: Breach,
  key: string,
  happenedAt: EpochMs,
  { kind, detail }: BreachAct,
): Promise<void> {
  const by = { accountId: user.accountId, name: user.name }
  await insertBreachEvent(trx, { storeId, breachId }, { key, happenedAt, receivedAt: now, by }, kind, detail)
  await addAudit(trx, {
    at: now,
    by,
    storeId,
    deviceIds: [deviceId],
    kind: `correction.${kind}`,
    subject: breachNumber(breachId),
    detail: { ...detail },
    outcome: 'done',
  })
}
