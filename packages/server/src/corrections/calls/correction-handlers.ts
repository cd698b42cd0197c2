import { type BreachDetail, getBreach } from '@coldkeep/contract/areas/corrections'
import type { BreachId } from '@coldkeep/domain/ids'
import { epochMs } from '@coldkeep/domain/time/instant'
import { rowChanged } from '../../access/row-changed'
import { scopeOf, selectScope } from '../../access/scope'
import { selectAlarmsById } from '../../alarms/shown-alarm-queries'
import type { Handlers } from '../../calls/bind-call'
import type { Basics } from '../../calls/context'
import { chosenTimes } from '../../filters/chosen-times'
import type { Words } from '../../wording/words'
import { selectBreachEvents } from '../breach-event-queries'
import { countBreaches, countOpenBreaches, selectBreachAlarms, selectBreaches } from '../breach-queries'
import { presentBreach, presentBreachDetail } from '../words/present-breach'
import { type BreachWriter, breachSeenBy, writeAction, writeCheck } from '../write-correction'

type CorrectionCall = 'listBreaches' | 'getBreach' | 'addCorrectiveAction' | 'checkCorrectiveAction'

export const correctionHandlers = {
  listBreaches: async ({ db, user, query, clock, ...words }) => {
    const { page, pageSize, start, end, timezone, storeId, deviceId, alarmId, show, search } = query
    const scope = await selectScope(db, user, query.departmentId)
    const period = start === undefined || end === undefined ? null : chosenTimes({ start, end, timezone })
    const filter = { scope, storeId, deviceId, alarmId, show, search, period, checker: user.accountId }
    const [rows, total, open] = await Promise.all([
      selectBreaches(db, filter, { offset: (page - 1) * pageSize, limit: pageSize }),
      countBreaches(db, filter),
      countOpenBreaches(db, scope),
    ])
    const reader = { user, now: clock.now() }
    return { records: rows.map((row) => presentBreach(row, reader, words)), total, open, page, pageSize }
  },

  getBreach: (context) => readBreach(context, context.params.breachId),

  addCorrectiveAction: async (context) => {
    const { db, params, body } = context
    const { key, actions, doneAt, ...entered } = body
    const sent = { key, actions, doneAt: epochMs(doneAt) }
    await writeAction(db, writerOf(context), params.breachId, sent, entered, async (trx) =>
      rowChanged(getBreach.answer, await readBreach({ ...context, db: trx }, params.breachId)),
    )
    return readBreach(context, params.breachId)
  },

  checkCorrectiveAction: async (context) => {
    const { db, params, body } = context
    await writeCheck(db, writerOf(context), params.breachId, body, async (trx) =>
      rowChanged(getBreach.answer, await readBreach({ ...context, db: trx }, params.breachId)),
    )
    return readBreach(context, params.breachId)
  },
} satisfies Pick<Handlers, CorrectionCall>

type Reading = Basics & Pick<BreachWriter, 'user'> & Words

function writerOf({ user, clock }: Pick<Reading, 'user' | 'clock'>): BreachWriter {
  return { user, now: clock.now() }
}

async function readBreach({ db, user, clock, ...words }: Reading, breachId: BreachId): Promise<BreachDetail> {
  const row = await breachSeenBy(db, user, breachId)
  const [events, alarmIds] = await Promise.all([
    selectBreachEvents(db, row.storeId, [breachId]),
    selectBreachAlarms(db, row),
  ])
  const alarms = alarmIds.length === 0 ? [] : await selectAlarmsById(db, scopeOf(user), alarmIds)
  return presentBreachDetail(row, { events, alarms }, { user, now: clock.now() }, words)
}
