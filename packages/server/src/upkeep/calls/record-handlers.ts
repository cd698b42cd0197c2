import type { UpkeepPlanRow } from '@coldkeep/contract/areas/upkeep-plans'
import type { completeUpkeep } from '@coldkeep/contract/areas/upkeep-records'
import type { Input } from '@coldkeep/contract/call'
import { Problem } from '@coldkeep/contract/problem'
import { days, type EpochMs, epochMs, later, minutes } from '@coldkeep/domain/time/instant'
import { type LocalDate, localDate } from '@coldkeep/domain/time/local-date'
import { localDateOf } from '@coldkeep/domain/time/store-calendar'
import type { DoneUpkeep } from '@coldkeep/domain/upkeep/upkeep-plan'
import { dueAfter, needsNote } from '@coldkeep/domain/upkeep/upkeep-record'
import { scopeOf } from '../../access/scope'
import type { SignedIn } from '../../access/signed-in'
import { addAudit } from '../../audit/add-audit'
import type { Handlers } from '../../calls/bind-call'
import type { Trx } from '../../db/connect'
import type { ServerKeys } from '../../db/server-keys'
import { lockUpkeepPlan, selectPlanPlace, updateDueDay } from '../plan-queries'
import { presentRecords } from '../present-records'
import {
  countUpkeepRecords,
  insertUpkeepRecord,
  type KeptRecord,
  selectUpkeepRecord,
  selectUpkeepRecords,
} from '../record-queries'
import { dueOf, restartsHours } from '../running-hours'

type RecordCall = 'listUpkeepRecords' | 'completeUpkeep'
type Completion = Input<typeof completeUpkeep>['body']

/** By which the clock of a phone may be ahead. */
const AHEAD_MS = minutes(5)
/** Records of work that was done longer ago are refused. */
const LONGEST_AGO_MS = days(366)

/** What calls about records need. */
export interface UpkeepRecordParts {
  readonly keys: Pick<ServerKeys, 'download'>
}

export const upkeepRecordHandlers = ({ keys }: UpkeepRecordParts): Pick<Handlers, RecordCall> => ({
  listUpkeepRecords: async ({ db, user, clock, query: { planId, page, pageSize } }) => {
    const place = await selectPlanPlace(db, scopeOf(user), planId)
    if (place === undefined) throw new Problem('upkeep.plan_unknown')
    const plan = { storeId: place.storeId, planId }
    const kept = await selectUpkeepRecords(db, plan, { offset: (page - 1) * pageSize, limit: pageSize })
    const records = await presentRecords(db, place.storeId, kept, { user, keys, clock })
    return { records, total: await countUpkeepRecords(db, plan), page, pageSize }
  },

  completeUpkeep: async ({ db, user, body, clock }) => {
    const now = clock.now()
    const { storeId, record } = await db.transaction().execute(async (trx) => {
      const plan = await lockUpkeepPlan(trx, scopeOf(user), body.planId, now)
      if (plan === null) throw new Problem('upkeep.plan_unknown')
      const known = await selectUpkeepRecord(trx, plan.storeId, body.id)
      if (known !== null && known.planId !== body.planId) throw new Problem('upkeep.record_taken')
      if (known === null) checkCompletion(body, plan, now)
      return {
        storeId: plan.storeId,
        record: known?.record ?? (await complete(trx, { user, now }, plan, body)),
      }
    })
    const [presented] = await presentRecords(db, storeId, [record], { user, keys, clock })
    if (presented === undefined) throw new Problem('upkeep.plan_unknown')
    return presented
  },
})

function checkCompletion(
  { doneAt, enteredAt, result, note, tasks, photos }: Completion,
  { leastPhotos }: UpkeepPlanRow,
  now: EpochMs,
): void {
  const isPossible = (at: number) => at <= now + AHEAD_MS && at >= now - LONGEST_AGO_MS
  if (!isPossible(doneAt)) throw new Problem('request.malformed', {}, { doneAt: 'range' })
  if (!isPossible(enteredAt) || enteredAt < doneAt - AHEAD_MS)
    throw new Problem('request.malformed', {}, { enteredAt: 'range' })
  if (note === '' && needsNote(result, tasks)) throw new Problem('request.malformed', {}, { note: 'missing' })
  if (new Set(photos).size < leastPhotos)
    throw new Problem('upkeep.photos_missing', { least: leastPhotos }, { photos: 'length' })
}

interface Completing {
  readonly user: SignedIn
  readonly now: EpochMs
}

async function complete(
  trx: Trx,
  { user, now }: Completing,
  plan: UpkeepPlanRow,
  { id, dueOn, doneAt, enteredAt, result, note, tasks, photos }: Completion,
): Promise<KeptRecord> {
  const { storeId, zone } = plan
  const doneOn = localDateOf(zone, epochMs(doneAt))
  // by running hours it may have been done before a day was known
  const last = { dueOn: dueOn === null ? doneOn : localDate(dueOn), doneOn }
  const record = await insertUpkeepRecord(trx, {
    storeId,
    upkeepRecordId: id,
    upkeepPlanId: plan.id,
    dueOn: dueOn === null ? null : last.dueOn,
    doneOn,
    doneAt: epochMs(doneAt),
    // a clock that is ahead entered it no later than it arrived
    enteredAt: later(now, Math.min(0, enteredAt - now)),
    receivedAt: now,
    ...{ result, note, tasks },
    photoIds: [...new Set(photos)],
    accountId: user.accountId,
    accountName: user.name,
  })
  const next = await moved(trx, plan, last)
  if (next !== undefined) await updateDueDay(trx, plan, { dueOn: next, last })
  await addAudit(trx, {
    at: now,
    by: { accountId: user.accountId, name: user.name },
    storeId,
    deviceIds: plan.deviceId === null ? [] : [plan.deviceId],
    kind: 'upkeep.complete',
    subject: `${plan.storeCode} · ${plan.item}`,
    detail: {
      record: id,
      dueOn,
      doneAt: new Date(doneAt).toISOString(),
      result,
      note,
      tasks,
      photos: photos.length,
      next,
    },
    outcome: 'done',
  })
  return record
}

/** The next due day; `undefined` where the work was for another one, and the plan stays as it is. */
async function moved(trx: Trx, plan: UpkeepPlanRow, last: DoneUpkeep): Promise<LocalDate | null | undefined> {
  const { unit, storeId } = plan
  const startsOn = localDate(plan.startsOn)
  if (unit === 'running_hour') {
    if (!restartsHours(unit, last.doneOn, plan.lastDoneOn)) return undefined
    return dueOf(trx, storeId, { ...plan, startsOn }, last)
  }
  if (plan.dueOn === null) return undefined
  return dueAfter({ ...plan, unit, startsOn, dueOn: localDate(plan.dueOn) }, last) ?? undefined
}
