import {
  addOnCallRota,
  addOnCallShift,
  changeOnCallShift,
  handOverOnCall,
  type OnCallShift,
} from '@coldkeep/contract/areas/on-call'
import type { AccountId, DepartmentId } from '@coldkeep/domain/ids'
import { timeParts } from '@coldkeep/phrases/format'
import type { Translate } from '@coldkeep/phrases/keys'
import type { CallRules } from '../../archetypes/editor/use-call-form'
import { clockFromText } from '../../kit/field/clock-text'
import type { FieldFaults } from '../../kit/form/use-shown-faults'
import { isDay } from '../../parts/day-period'

/** A shift as people enter it: days and times on the clock of the department. */
export interface ShiftDraft {
  readonly accountId: AccountId | null
  readonly from: string | null
  readonly fromTime: string
  readonly until: string | null
  readonly untilTime: string
}

export function blankShift(day: string): ShiftDraft {
  return { accountId: null, from: day, fromTime: '08:00', until: day, untilTime: '20:00' }
}

export function shiftDraftOf({ accountId, from, until }: OnCallShift, zone: string): ShiftDraft {
  const [start, end] = [timeParts(from, zone), timeParts(until, zone)]
  return { accountId, from: start.date, fromTime: start.minute, until: end.date, untilTime: end.minute }
}

function labelsOf(t: Translate) {
  return {
    accountId: t('amber.onCall.person'),
    from: t('amber.onCall.from'),
    fromTime: t('amber.onCall.fromTime'),
    until: t('amber.onCall.until'),
    untilTime: t('amber.onCall.untilTime'),
  }
}

export function addShiftRules(
  departmentId: DepartmentId,
  t: Translate,
): CallRules<typeof addOnCallShift, ShiftDraft> {
  return {
    call: addOnCallShift,
    labels: labelsOf(t),
    inputOf: (draft) => ({ body: { departmentId, accountId: draft.accountId, ...timesOf(draft) } }),
    check: (draft) => faultsOf(draft, t),
  }
}

export function changeShiftRules(
  { id, revision }: Pick<OnCallShift, 'id' | 'revision'>,
  t: Translate,
): CallRules<typeof changeOnCallShift, ShiftDraft> {
  return {
    call: changeOnCallShift,
    labels: labelsOf(t),
    inputOf: (draft) => ({ body: { id, revision, accountId: draft.accountId, ...timesOf(draft) } }),
    check: (draft) => faultsOf(draft, t),
  }
}

export interface HandOverDraft {
  readonly accountId: AccountId | null
}

export function handOverRules(
  { id, revision }: Pick<OnCallShift, 'id' | 'revision'>,
  t: Translate,
): CallRules<typeof handOverOnCall, HandOverDraft> {
  return {
    call: handOverOnCall,
    labels: { accountId: t('amber.onCall.to') },
    inputOf: ({ accountId }) => ({ body: { id, revision, accountId } }),
  }
}

export interface RotaDraft {
  readonly firstDay: string | null
  readonly weeks: number | null
  readonly weekdays: readonly number[]
  readonly from: string
  readonly until: string
  readonly accounts: readonly AccountId[]
}

export function blankRota(day: string): RotaDraft {
  return {
    firstDay: day,
    weeks: 4,
    weekdays: [1, 2, 3, 4, 5, 6, 7],
    from: '08:00',
    until: '08:00',
    accounts: [],
  }
}

export function rotaRules(
  departmentId: DepartmentId,
  t: Translate,
): CallRules<typeof addOnCallRota, RotaDraft> {
  return {
    call: addOnCallRota,
    labels: {
      firstDay: t('amber.onCall.firstDay'),
      weeks: t('amber.onCall.weeks'),
      weekdays: t('amber.onCall.weekdays'),
      from: t('amber.onCall.fromTime'),
      until: t('amber.onCall.untilTime'),
      accounts: t('amber.onCall.people'),
    },
    inputOf: ({ from, until, ...draft }) => ({
      body: {
        departmentId,
        ...draft,
        from: clockFromText(from) ?? from,
        until: clockFromText(until) ?? until,
      },
    }),
    check: ({ firstDay, from, until }) => ({
      ...(firstDay !== null && firstDay !== '' && !isDay(firstDay) && { firstDay: t('kit.field.notDate') }),
      ...timeFaults({ from, until }, t),
    }),
  }
}

function timesOf({ from, fromTime, until, untilTime }: ShiftDraft) {
  const local = (day: string | null, time: string) => `${day}T${clockFromText(time) ?? time}:00`
  return { from: local(from, fromTime), until: local(until, untilTime) }
}

function faultsOf({ from, fromTime, until, untilTime }: ShiftDraft, t: Translate): FieldFaults {
  const faults = { ...dayFaults({ from, until }, t), ...timeFaults({ fromTime, untilTime }, t) }
  const [start, end] = [clockFromText(fromTime), clockFromText(untilTime)]
  const isTurned = Object.keys(faults).length === 0 && `${until} ${end}` <= `${from} ${start}`
  return isTurned ? { untilTime: t('amber.onCall.notAfter') } : faults
}

function dayFaults(days: Readonly<Record<string, string | null>>, t: Translate): FieldFaults {
  return Object.fromEntries(
    Object.entries(days).flatMap(([key, day]) => {
      if (day === null || day === '') return [[key, t('kit.field.required')]]
      return isDay(day) ? [] : [[key, t('kit.field.notDate')]]
    }),
  )
}

function timeFaults(times: Readonly<Record<string, string>>, t: Translate): FieldFaults {
  return Object.fromEntries(
    Object.entries(times).flatMap(([key, time]) => {
      if (time.trim() === '') return [[key, t('kit.field.required')]]
      return clockFromText(time) === null ? [[key, t('amber.onCall.notTime')]] : []
    }),
  )
}
