import { Problem } from '@coldkeep/contract/problem'
import { coverageOf, rotaShifts } from '@coldkeep/domain/on-call/shifts'
import { days, later } from '@coldkeep/domain/time/instant'
import type { LocalDate } from '@coldkeep/domain/time/local-date'
import { contains, lengthMs, type Period } from '@coldkeep/domain/time/period'
import { dayPeriod } from '@coldkeep/domain/time/store-calendar'
import { selectScope } from '../../access/scope'
import type { SignedIn } from '../../access/signed-in'
import type { Handlers } from '../../calls/bind-call'
import { selectZoneOfDepartment } from '../../organisation/zone-queries'
import { deleteShift, lockShift, type ShiftRow, selectPeople, selectShifts } from '../shift-queries'
import { addShifts, auditShift, changeShift, handOver, lockOwnShift, readLocal } from '../write-shifts'

type OnCallCall =
  | 'getOnCallCalendar'
  | 'listOnCallPeople'
  | 'addOnCallShift'
  | 'changeOnCallShift'
  | 'removeOnCallShift'
  | 'addOnCallRota'
  | 'handOverOnCall'

const LONGEST_MS = days(63)
const MOST_SHOWN = 1_000
const MOST_PEOPLE = 500

export const onCallHandlers: Pick<Handlers, OnCallCall> = {
  getOnCallCalendar: async ({ db, user, clock, query: { departmentId, start, end } }) => {
    await selectScope(db, user, departmentId)
    const now = clock.now()
    const zone = await selectZoneOfDepartment(db, departmentId)
    const period = {
      startAt: dayPeriod(zone, start as LocalDate).startAt,
      endAt: dayPeriod(zone, end as LocalDate).endAt,
    }
    if (end < start || lengthMs(period) > LONGEST_MS)
      throw new Problem('request.malformed', {}, { end: 'range' })
    const rows = await selectShifts(db, departmentId, period, MOST_SHOWN)
    const available = rows.filter(({ isAvailable }) => isAvailable).map(periodOf)
    const { gaps, overlaps } = coverageOf(available, period)
    const atOnce = await selectShifts(db, departmentId, { startAt: now, endAt: later(now, 1) }, MOST_SHOWN)
    return {
      zone,
      shifts: rows.map((row) => ({
        id: row.onCallShiftId,
        accountId: row.accountId,
        name: row.name,
        from: row.fromAt,
        until: row.untilAt,
        isAvailable: row.isAvailable,
        isNow: contains(periodOf(row), now),
        mayHandOver: contains(periodOf(row), now) && mayHandOver(user, row),
        revision: row.revision,
      })),
      gaps: gaps.map(wirePeriod),
      overlaps: overlaps.map(wirePeriod),
      now: [...new Set(atOnce.filter(({ isAvailable }) => isAvailable).map(({ name }) => name))],
      mayEdit: user.pageKeys.has('3-4'),
    }
  },

  listOnCallPeople: async ({ db, user, query: { departmentId } }) => {
    await selectScope(db, user, departmentId)
    return { people: await selectPeople(db, departmentId, user.departmentIds, MOST_PEOPLE) }
  },

  addOnCallShift: async ({ db, user, clock, body: { departmentId, accountId, from, until } }) => {
    await selectScope(db, user, departmentId)
    const zone = await selectZoneOfDepartment(db, departmentId)
    const draft = { departmentId, accountId, fromAt: readLocal(zone, from), untilAt: readLocal(zone, until) }
    const editor = { user, now: clock.now() }
    await db.transaction().execute(async (trx) => {
      await addShifts(trx, editor, departmentId, [draft])
      const detail = { account: accountId, from, until, zone }
      await auditShift(trx, editor, departmentId, { kind: 'on_call.add', subject: String(accountId), detail })
    })
    return {}
  },

  changeOnCallShift: async ({ db, user, clock, body: { id, accountId, from, until, revision } }) => {
    const editor = { user, now: clock.now() }
    await db.transaction().execute(async (trx) => {
      const shift = await lockOwnShift(trx, user, id)
      if (shift.revision !== revision) throw new Problem('row.changed')
      const zone = await selectZoneOfDepartment(trx, shift.departmentId)
      const next = { accountId, fromAt: readLocal(zone, from), untilAt: readLocal(zone, until) }
      await changeShift(trx, editor, shift, next)
      const detail = { account: accountId, from, until, zone, before: beforeOf(shift) }
      await auditShift(trx, editor, shift.departmentId, {
        kind: 'on_call.change',
        subject: shift.name,
        detail,
      })
    })
    return {}
  },

  removeOnCallShift: async ({ db, user, clock, query: { id, revision } }) => {
    const editor = { user, now: clock.now() }
    await db.transaction().execute(async (trx) => {
      const shift = await lockOwnShift(trx, user, id)
      if (revision !== undefined && shift.revision !== revision) throw new Problem('row.changed')
      await deleteShift(trx, shift)
      const entry = { kind: 'on_call.remove', subject: shift.name, detail: beforeOf(shift) }
      await auditShift(trx, editor, shift.departmentId, entry)
    })
    return {}
  },

  addOnCallRota: async ({ db, user, clock, body }) => {
    const { departmentId, firstDay, weeks, weekdays, from, until, accounts } = body
    const editor = { user, now: clock.now() }
    await selectScope(db, user, departmentId)
    const zone = await selectZoneOfDepartment(db, departmentId)
    const shifts = rotaShifts({
      ...{ zone, firstDay: firstDay as LocalDate, weeks, weekdays, people: accounts },
      fromMinute: minuteOf(from),
      untilMinute: minuteOf(until),
    })
    const drafts = shifts
      .filter(({ endAt }) => endAt > editor.now)
      .map(({ person, startAt, endAt }) => ({
        departmentId,
        accountId: person,
        fromAt: startAt,
        untilAt: endAt,
      }))
    await db.transaction().execute(async (trx) => {
      await addShifts(trx, editor, departmentId, drafts)
      const detail = { firstDay, weeks, weekdays, from, until, zone, accounts, added: drafts.length }
      await auditShift(trx, editor, departmentId, { kind: 'on_call.rota', subject: firstDay, detail })
    })
    return { added: drafts.length }
  },

  handOverOnCall: async ({ db, user, clock, body: { id, accountId, revision } }) => {
    const editor = { user, now: clock.now() }
    await db.transaction().execute(async (trx) => {
      const shift = await lockShift(trx, id)
      const isOwn = shift?.accountId === user.accountId
      if (shift === null || (!isOwn && !user.departmentIds.includes(shift.departmentId)))
        throw new Problem('on_call.unknown')
      if (!mayHandOver(user, shift)) throw new Problem('on_call.not_own')
      if (shift.revision !== revision) throw new Problem('row.changed')
      const to = await handOver(trx, editor, shift, accountId)
      const detail = { from: shift.name, to }
      const entry = { kind: 'on_call.hand_over', subject: shift.departmentName, detail }
      await auditShift(trx, editor, shift.departmentId, entry)
    })
    return {}
  },
}

function mayHandOver(user: SignedIn, shift: ShiftRow): boolean {
  return shift.accountId === user.accountId || user.pageKeys.has('3-4')
}

function periodOf({ fromAt, untilAt }: ShiftRow): Period {
  return { startAt: fromAt, endAt: untilAt }
}

function wirePeriod({ startAt, endAt }: Period) {
  return { from: startAt, until: endAt }
}

function beforeOf({ accountId, fromAt, untilAt }: ShiftRow) {
  const time = (at: number) => new Date(at).toISOString()
  return { account: accountId, from: time(fromAt), until: time(untilAt) }
}

function minuteOf(clock: string): number {
  const [hours, minutes] = clock.split(':').map(Number) as [number, number]
  return hours * 60 + minutes
}
