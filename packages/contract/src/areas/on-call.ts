import type { AccountId, DepartmentId, OnCallShiftId } from '@coldkeep/domain/ids'
import { MOST_ROTA_PEOPLE, MOST_ROTA_WEEKS } from '@coldkeep/domain/on-call/shifts'
import * as z from 'zod/mini'
import { defineCall, nothing } from '../call'
import { as } from '../wire/dialect'
import { wireId } from '../wire/id'
import { localTime, wireDate, wireInstant } from '../wire/instant'
import { readRevision } from '../wire/setting'

const access = ['3-4'] as const
const path = '/api/v2/on-call'
const departmentId = as('depart', wireId<DepartmentId>())
const accountId = as('account', wireId<AccountId>())
const id = wireId<OnCallShiftId>()
const revision = z.int()

const period = z.object({ from: wireInstant, until: wireInstant })

const shift = z.object({
  id,
  accountId,
  name: z.string(),
  from: wireInstant,
  until: wireInstant,
  /** False: the account is disabled, or of another part of the organisation, and is not notified. */
  isAvailable: z.boolean(),
  isNow: z.boolean(),
  /** It is under way, and is the caller's or the caller edits the calendar. */
  mayHandOver: z.boolean(),
  revision,
})
export type OnCallShift = z.output<typeof shift>

export const getOnCallCalendar = defineCall({
  method: 'GET',
  path,
  access,
  summary: 'Who is on call in a department from one day to another, on the clock of most of its stores.',
  query: z.object({ departmentId, start: wireDate, end: wireDate }),
  answer: z.object({
    /** On whose clock the days are. */
    zone: z.string(),
    shifts: z.array(shift),
    /** When no one is on call, and when several are. */
    gaps: z.array(period),
    overlaps: z.array(period),
    /** Who is on call at this moment. */
    now: z.array(z.string()),
    mayEdit: z.boolean(),
  }),
})
export type OnCallCalendar = z.output<typeof getOnCallCalendar.answer>

export const listOnCallPeople = defineCall({
  method: 'GET',
  path: `${path}/people`,
  access,
  summary: 'Who can be on call in a department: accounts of it, above and below it that the caller sees.',
  query: z.object({ departmentId }),
  answer: z.object({ people: z.array(z.object({ id: wireId<AccountId>(), name: z.string() })) }),
})

/** Times on the clock of most stores of the department. */
const times = { from: localTime, until: localTime }

export const addOnCallShift = defineCall({
  method: 'POST',
  path: `${path}/shift`,
  access,
  summary: 'Puts an account on call in a department.',
  body: z.object({ departmentId, accountId, ...times }),
  answer: nothing,
})

export const changeOnCallShift = defineCall({
  method: 'PATCH',
  path: `${path}/shift`,
  access,
  summary: 'Changes a shift. It carries the revision that was read.',
  body: z.object({ id, accountId, ...times, revision }),
  answer: nothing,
})

export const removeOnCallShift = defineCall({
  method: 'DELETE',
  path: `${path}/shift`,
  access,
  summary: 'Removes a shift.',
  query: z.object({ id, revision: readRevision }),
  answer: nothing,
})

const clock = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/))

export const addOnCallRota = defineCall({
  method: 'POST',
  path: `${path}/rota`,
  access,
  summary:
    'Adds the shifts of a rota: on some weekdays from one time to another, by people who take turns week by week. An end that is not after the start is on the next day.',
  body: z.object({
    departmentId,
    firstDay: wireDate,
    weeks: z.int().check(z.gte(1), z.lte(MOST_ROTA_WEEKS)),
    /** Monday 1 to Sunday 7. */
    weekdays: z.array(z.int().check(z.gte(1), z.lte(7))).check(z.minLength(1), z.maxLength(7)),
    from: clock,
    until: clock,
    accounts: z.array(wireId<AccountId>()).check(z.minLength(1), z.maxLength(MOST_ROTA_PEOPLE)),
  }),
  answer: z.object({ added: z.int() }),
})

export const handOverOnCall = defineCall({
  method: 'POST',
  path: `${path}/hand-over`,
  access: 'signed_in',
  summary:
    'Hands the rest of a shift that is under way to another account, now: by the one on call, or by whoever edits the calendar. Both are notified.',
  body: z.object({ id, accountId, revision }),
  answer: nothing,
})
