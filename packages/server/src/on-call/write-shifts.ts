import { Problem } from '@coldkeep/contract/problem'
import type { AccountId, DepartmentId, OnCallShiftId } from '@coldkeep/domain/ids'
import { MOST_SHIFT_DAYS } from '@coldkeep/domain/on-call/shifts'
import { days, type EpochMs, later } from '@coldkeep/domain/time/instant'
import { instantOf } from '@coldkeep/domain/time/store-calendar'
import { selectScope } from '../access/scope'
import type { SignedIn } from '../access/signed-in'
import { type AuditEntry, addAudit } from '../audit/add-audit'
import type { Db, Trx } from '../db/connect'
import { notifyOfHandOver } from './notify-of-hand-over'
import {
  countShifts,
  insertShifts,
  lockShift,
  type ShiftDraft,
  type ShiftRow,
  selectAllowed,
  updateShift,
} from './shift-queries'

const MOST_SHIFTS = 2_000
const AHEAD_MS = days(366)
const LONGEST_MS = days(MOST_SHIFT_DAYS)

export interface Editor {
  readonly user: SignedIn
  readonly now: EpochMs
}

/** What a clock of a zone shows, `YYYY-MM-DDTHH:mm:ss`, as an instant. */
export function readLocal(zone: string, text: string): EpochMs {
  return instantOf(zone, Date.parse(`${text}Z`))
}

/**
 * Adds shifts to the calendar of a department of the editor.
 * @throws Problem `department.unknown`, `on_call.person`, `on_call.period`, `on_call.too_many`
 */
export async function addShifts(
  trx: Trx,
  editor: Editor,
  departmentId: DepartmentId,
  drafts: readonly ShiftDraft[],
): Promise<OnCallShiftId[]> {
  const { user, now } = editor
  await selectScope(trx, user, departmentId)
  await checkPeople(
    trx,
    user,
    departmentId,
    drafts.map(({ accountId }) => accountId),
  )
  for (const draft of drafts) checkPeriod(draft, now)
  if ((await countShifts(trx, departmentId, now)) + drafts.length > MOST_SHIFTS)
    throw new Problem('on_call.too_many')
  return insertShifts(trx, drafts, user.name)
}

/** @throws Problem `on_call.unknown`, the same for a shift that is not there and for one of another part of the organisation */
export async function lockOwnShift(trx: Trx, user: SignedIn, id: OnCallShiftId): Promise<ShiftRow> {
  const shift = await lockShift(trx, id)
  if (shift === null || !user.departmentIds.includes(shift.departmentId)) throw new Problem('on_call.unknown')
  return shift
}

/** @throws Problem `on_call.person`, `on_call.period` */
export async function changeShift(
  trx: Trx,
  { user, now }: Editor,
  shift: ShiftRow,
  next: Omit<ShiftDraft, 'departmentId'>,
): Promise<void> {
  if (next.accountId !== shift.accountId) await checkPeople(trx, user, shift.departmentId, [next.accountId])
  checkPeriod(next, now)
  await updateShift(trx, shift, next, user.name)
}

/**
 * Hands the rest of a shift over: it ends now, and another begins for the other person. Both are notified.
 * @throws Problem `on_call.over` where it is not under way; `on_call.person`
 */
export async function handOver(
  trx: Trx,
  { user, now }: Editor,
  shift: ShiftRow,
  accountId: AccountId,
): Promise<string> {
  if (shift.fromAt > now || shift.untilAt <= now) throw new Problem('on_call.over')
  if (accountId === shift.accountId) throw new Problem('on_call.person', {}, { accountId: 'choice' })
  const names = await checkPeople(trx, user, shift.departmentId, [accountId])
  const name = names.get(accountId) as string
  const { departmentId, untilAt } = shift
  if (shift.fromAt === now) await updateShift(trx, shift, { accountId }, user.name)
  else {
    await updateShift(trx, shift, { untilAt: now }, user.name)
    await insertShifts(trx, [{ departmentId, accountId, fromAt: now, untilAt }], user.name)
  }
  await notifyOfHandOver(trx, shift, { accountId, name }, now)
  return name
}

/** Audits what was done to the calendar of a department. */
export function auditShift(
  trx: Trx,
  { user, now }: Editor,
  departmentId: DepartmentId,
  entry: Pick<AuditEntry, 'kind' | 'subject' | 'detail'>,
): Promise<void> {
  const by = { accountId: user.accountId, name: user.name }
  return addAudit(trx, { at: now, by, storeId: null, departmentId, ...entry, outcome: 'done' })
}

async function checkPeople(
  db: Db,
  user: SignedIn,
  departmentId: DepartmentId,
  ids: readonly AccountId[],
): Promise<ReadonlyMap<AccountId, string>> {
  const allowed = await selectAllowed(db, departmentId, user.departmentIds, [...new Set(ids)])
  if (!ids.every((id) => allowed.has(id))) throw new Problem('on_call.person', {}, { accountId: 'choice' })
  return allowed
}

function checkPeriod({ fromAt, untilAt }: Pick<ShiftDraft, 'fromAt' | 'untilAt'>, now: EpochMs): void {
  const isFine =
    untilAt > fromAt && untilAt - fromAt <= LONGEST_MS && untilAt > now && fromAt <= later(now, AHEAD_MS)
  if (!isFine) throw new Problem('on_call.period', {}, { until: 'range' })
}
