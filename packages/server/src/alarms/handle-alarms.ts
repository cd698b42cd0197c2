import type { HandledAlarms } from '@coldkeep/contract/areas/alarms'
import type { ProblemCode } from '@coldkeep/contract/problem-status'
import { handleAlarm, judgeAlarmAgain } from '@coldkeep/domain/alarms/handle-alarm'
import type { Branch } from '@coldkeep/domain/alarms/limit-rule'
import { type Handled, isAside, type OpenAlarm, raiseAgain } from '@coldkeep/domain/alarms/open-alarm'
import type { AlarmId, StoreId } from '@coldkeep/domain/ids'
import type { Result } from '@coldkeep/domain/result'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import { scopeOf } from '../access/scope'
import type { SignedIn } from '../access/signed-in'
import { addAudit } from '../audit/add-audit'
import type { Basics } from '../calls/context'
import type { Trx } from '../db/connect'
import type { Words } from '../wording/words'
import { insertEvents, type NewEvent } from './alarm-queries'
import type { LockedStores } from './alarm-watches'
import type { Alarms } from './alarms'
import { type PersonalColumns, updatePersonal, updateUnwatched } from './open-record-queries'
import { alarmOf, isWatched } from './open-records'
import { type ShownAlarm, selectAlarmsById } from './shown-alarm-queries'

type Refusal = 'acknowledged_before' | 'cleared' | 'shelving_range' | 'out_of_service' | 'in_service'

/** What a person does to alarms. */
export interface PersonalAct {
  /** As the history calls it. */
  readonly kind: 'acknowledged' | 'assigned' | 'commented' | 'shelved' | 'out_of_service' | 'in_service'
  readonly reason: string | null
  /** What becomes of the alarm; `again`: it is judged as if it were new; nothing: it stays as it is. */
  readonly change?: 'again' | ((alarm: OpenAlarm, now: EpochMs) => Result<Handled, Refusal>)
  readonly columns?: (user: SignedIn, now: EpochMs) => PersonalColumns
}

interface Context extends Basics, Pick<Words, 'translate'> {
  readonly user: SignedIn
}

/** Applies an action to several alarms, each on its own: a refusal for one does not stop the others. */
export async function handleAlarms(
  { db, clock, translate, user }: Context,
  { watches, feed }: Alarms,
  ids: readonly AlarmId[],
  act: PersonalAct,
): Promise<HandledAlarms> {
  const now = clock.now()
  const found = await selectAlarmsById(db, scopeOf(user), ids)
  const known = new Set(found.map(({ alarmId }) => alarmId))
  const done: AlarmId[] = []
  const refused: HandledAlarms['refused'] = []
  const refuse = (id: AlarmId, code: ProblemCode & `alarm.${string}`) =>
    refused.push({ id, code, message: translate(`errors.${code}`) })
  for (const id of new Set(ids)) if (!known.has(id)) refuse(id, 'alarm.unknown')
  for (const [storeId, own] of byStore(found)) {
    const step = await db.transaction().execute(async (trx) => {
      const stores = await watches.lock(trx, [storeId], now)
      const outcome = []
      for (const alarm of own)
        outcome.push({ alarm, refusal: await handleOne(trx, stores, alarm, act, user, now) })
      const changed = await stores.write()
      return { outcome, changed, committed: () => stores.committed() }
    })
    step.committed()
    const handled = step.outcome.filter(({ refusal }) => refusal === null)
    done.push(...handled.map(({ alarm }) => alarm.alarmId))
    for (const { alarm, refusal } of step.outcome)
      if (refusal !== null) refuse(alarm.alarmId, `alarm.${refusal}`)
    const changed = handled.map(({ alarm: { alarmId } }) => ({ storeId, alarmId }))
    feed.publish([...changed, ...step.changed.filter(({ alarmId }) => !done.includes(alarmId))])
  }
  return { done, refused }
}

async function handleOne(
  trx: Trx,
  stores: LockedStores,
  alarm: ShownAlarm,
  act: PersonalAct,
  user: SignedIn,
  now: EpochMs,
): Promise<Refusal | null> {
  const { storeId, alarmId } = alarm
  let follows: NewEvent[] = []
  if (act.change !== undefined) {
    const outcome =
      alarm.clearedAt !== null
        ? ('cleared' as const)
        : isWatched(alarm)
          ? changeWatched(stores, alarm, act, now)
          : await changeUnwatched(trx, alarm, act, now)
    if (typeof outcome === 'string') return outcome
    follows = outcome
  }
  const columns = act.columns?.(user, now) ?? {}
  await updatePersonal(trx, alarm, columns, now)
  const { kind, reason } = act
  const person = { accountId: user.accountId, accountName: user.name }
  await insertEvents(trx, [{ storeId, alarmId, kind, at: now, reason, ...person }, ...follows], now)
  const by = { accountId: user.accountId, name: user.name }
  const deviceIds = alarm.deviceId === null ? [] : [alarm.deviceId]
  const entry = { at: now, by, storeId, deviceIds, kind: `alarm.${kind}`, subject: String(alarmId) }
  await addAudit(trx, { ...entry, detail: { reason }, outcome: 'done' })
  return null
}

/** An alarm that the watch of its device goes on with, and whose history that writes. */
function changeWatched(
  stores: LockedStores,
  alarm: ShownAlarm,
  { change }: PersonalAct,
  now: EpochMs,
): Refusal | NewEvent[] {
  const { storeId, deviceId, pointId, ordinal } = alarm
  const entry = deviceId === null ? undefined : stores.device(storeId, deviceId)
  if (entry === undefined || deviceId === null || pointId === null || ordinal === null) return 'cleared'
  const target = { pointId, branch: alarm.branch as Branch, ordinal }
  if (change === undefined) return []
  if (change === 'again' && !isAside(alarm)) return 'in_service'
  const step =
    change === 'again'
      ? judgeAlarmAgain(entry.watch, entry.device, target, now)
      : handleAlarm(entry.watch, target, (alarm) => change(alarm, now), now)
  if (!step.ok) return step.problem
  stores.take(storeId, deviceId, step.value)
  stores.keep(storeId, deviceId)
  return []
}

/**
 * An alarm without a watch: of a terminal, an early warning, or one that was over before it was known.
 * @returns what follows from it
 */
async function changeUnwatched(
  trx: Trx,
  record: ShownAlarm,
  { change }: PersonalAct,
  now: EpochMs,
): Promise<Refusal | NewEvent[]> {
  const { storeId, alarmId } = record
  const alarm = alarmOf(record)
  const follows = (kind: string, reason: string | null) => [{ storeId, alarmId, kind, at: now, reason }]
  if (change === undefined) return []
  if (change === 'again') {
    if (!isAside(alarm)) return 'in_service'
    const isStill = alarm.returnedAt === null
    await updateUnwatched(trx, record, isStill ? raiseAgain(alarm, now) : null, {
      at: now,
      mustAnnounce: isStill,
    })
    return isStill ? follows('raised_again', null) : follows('cleared', 'judged_anew')
  }
  const handled = change(alarm, now)
  if (!handled.ok) return handled.problem
  const { alarm: next, cleared } = handled.value
  await updateUnwatched(trx, record, next, { at: now })
  return cleared === null ? [] : follows('cleared', cleared)
}

function byStore(alarms: readonly ShownAlarm[]): Map<StoreId, ShownAlarm[]> {
  const stores = new Map<StoreId, ShownAlarm[]>()
  for (const alarm of alarms) stores.set(alarm.storeId, [...(stores.get(alarm.storeId) ?? []), alarm])
  return stores
}
