import { Problem } from '@coldkeep/contract/problem'
import type { AlarmId, DeviceId, RepairCaseId } from '@coldkeep/domain/ids'
import { ticketOf } from '@coldkeep/domain/repair/repair-case'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import { scopeOf } from '../access/scope'
import type { SignedIn } from '../access/signed-in'
import { selectAlarmsById } from '../alarms/shown-alarm-queries'
import { type Actor, addAudit } from '../audit/add-audit'
import type { Db, Trx } from '../db/connect'
import { lockCase, type RepairCase, selectCase, updateCase } from './case-queries'
import {
  insertCaseAlarms,
  insertRepairEvents,
  isKnownKey,
  type RepairAct,
  selectTakenAlarms,
} from './event-queries'
import { notifyAssignee } from './notify-assignee'

export interface CaseWriter {
  readonly user: SignedIn
  readonly now: EpochMs
}

/** What is sent for a case: once under its key, and with a time that has come. */
export interface SentToCase {
  readonly key: string
  readonly happenedAt: EpochMs
}

/** What comes of something that was sent: its acts for the history, and what of the case changes by it. */
export interface CaseStep {
  readonly acts: readonly RepairAct[]
  /** That it is about beside the one of the case. */
  readonly deviceIds?: readonly DeviceId[]
  /** Left out: something is added to its history, which is nothing that two people could save against each other. */
  readonly change?: Parameters<typeof updateCase>[2]
}

/** @throws Problem `repair.unknown`, the same for one that does not exist and for one that the caller may not see */
export async function caseSeenBy(db: Db, user: SignedIn, caseId: RepairCaseId): Promise<RepairCase> {
  const found = await selectCase(db, scopeOf(user), caseId)
  if (found === null) throw new Problem('repair.unknown')
  return found
}

/**
 * Changes a case and writes its history, both or neither; what was sent before under the same key changes nothing.
 * @param stepOf what comes of it, of the case as it is once nobody else can change it
 * @throws Problem `repair.unknown`, `repair.future`
 */
export async function writeCase(
  db: Db,
  { user, now }: CaseWriter,
  caseId: RepairCaseId,
  { key, happenedAt }: SentToCase,
  stepOf: (trx: Trx, current: RepairCase) => Promise<CaseStep>,
): Promise<void> {
  if (happenedAt > now) throw new Problem('repair.future', {}, { at: 'range' })
  await db.transaction().execute(async (trx) => {
    await lockCase(trx, await caseSeenBy(trx, user, caseId))
    const current = await caseSeenBy(trx, user, caseId)
    if (await isKnownKey(trx, current, key)) return
    const { acts, change, deviceIds = [] } = await stepOf(trx, current)
    if (acts.length === 0) return
    if (change !== undefined) await updateCase(trx, current, change)
    await recordActs(trx, { user, now }, current, { key, happenedAt }, { acts, deviceIds })
    if (change?.assigneeId != null) await notifyAssignee(trx, { user, now }, current, change.assigneeId, key)
  })
}

/** Writes what happened into the history of a case, and into the audit. */
export async function recordActs(
  trx: Trx,
  { user, now }: { readonly user: Actor; readonly now: EpochMs },
  repair: Pick<RepairCase, 'storeId' | 'repairCaseId' | 'deviceId'>,
  { key, happenedAt }: SentToCase,
  { acts, deviceIds = [] }: Pick<CaseStep, 'acts' | 'deviceIds'>,
): Promise<void> {
  const by: Actor =
    user.accountId === null
      ? { accountId: null, name: user.name }
      : { accountId: user.accountId, name: user.name }
  await insertRepairEvents(trx, repair, { key, happenedAt, receivedAt: now, by }, acts)
  for (const { kind, detail } of acts) {
    await addAudit(trx, {
      at: now,
      by,
      storeId: repair.storeId,
      deviceIds: repair.deviceId === null ? deviceIds : [repair.deviceId, ...deviceIds],
      kind: `repair.${kind}`,
      subject: ticketOf(repair.repairCaseId),
      detail: { ...detail },
      outcome: 'done',
    })
  }
}

/** Alarms that a case has got, and the devices that they are of. */
interface JoinedAlarms {
  readonly alarms: readonly AlarmId[]
  readonly deviceIds: readonly DeviceId[]
}

/**
 * Joins alarms of the store of a case to it; those that it has already are left out.
 * @throws Problem `alarm.unknown`, `repair.other_store`, `repair.alarm_taken`
 */
export async function joinAlarms(
  trx: Trx,
  user: SignedIn,
  repair: Pick<RepairCase, 'storeId' | 'repairCaseId'>,
  alarms: readonly AlarmId[],
): Promise<JoinedAlarms> {
  const named = [...new Set(alarms)]
  const found = await selectAlarmsById(trx, scopeOf(user), named)
  if (found.length < named.length) throw new Problem('alarm.unknown', {}, { alarms: 'choice' })
  if (found.some(({ storeId }) => storeId !== repair.storeId))
    throw new Problem('repair.other_store', {}, { alarms: 'choice' })
  // two cases may be about to take the same alarm: the database decides, and what it left is looked at afterwards
  const added = await insertCaseAlarms(trx, repair, named)
  const taken = await selectTakenAlarms(trx, repair.storeId, named)
  const other = taken.find(({ repairCaseId }) => repairCaseId !== repair.repairCaseId)
  if (other !== undefined) {
    const ticket = ticketOf(other.repairCaseId)
    throw new Problem('repair.alarm_taken', { ticket }, { alarms: 'choice' })
  }
  const isAdded = new Set(added)
  const deviceIds = found.flatMap(({ alarmId, deviceId }) => (isAdded.has(alarmId) ? (deviceId ?? []) : []))
  return { alarms: added, deviceIds }
}
