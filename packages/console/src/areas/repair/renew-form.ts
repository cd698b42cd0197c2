import {
  addRepairLabour,
  addRepairPart,
  type RepairDetail,
  renewRepair,
} from '@coldkeep/contract/areas/repair'
import type { AccountId, RepairCaseId, RepairProgressId } from '@coldkeep/domain/ids'
import { instantOf } from '@coldkeep/domain/time/store-calendar'
import type { Translate } from '@coldkeep/phrases/keys'
import type { CallRules } from '../../archetypes/editor/use-call-form'
import { clockFromText } from '../../kit/field/clock-text'
import type { FieldFaults } from '../../kit/form/use-shown-faults'
import { isDay, shiftDay } from '../../parts/day-period'

export type RepairEntry = RepairDetail['case']

/** By which those are found who may look after a case. */
export function placeOf({ store, equipment }: Pick<RepairEntry, 'store' | 'equipment'>) {
  return { storeId: store.id, ...(equipment !== null && { deviceId: equipment.id }) }
}

export const NO_ASSIGNEE = 'none'

/** What is renewed: step and assignee as texts of their ids. */
export interface Renewal {
  readonly progressId: string
  readonly assigneeId: string
  readonly cause: string
  readonly note: string
}

const renewedFields = ['progressId', 'assigneeId', 'cause', 'note'] as const satisfies (keyof Renewal)[]

export function renewalOf({ progress, assignee, cause }: RepairEntry): Renewal {
  return {
    progressId: String(progress.id),
    assigneeId: assignee === null ? NO_ASSIGNEE : String(assignee.id),
    cause,
    note: '',
  }
}

/** What a form holds once the case has changed from `before` to `now`: what was changed in the form stays. */
export function followedBy(values: Renewal, before: Renewal, now: Renewal): Renewal {
  const untouched = renewedFields.filter((field) => values[field] === before[field])
  return { ...values, ...Object.fromEntries(untouched.map((field) => [field, now[field]])) }
}

export function isSameRenewal(one: Renewal, other: Renewal): boolean {
  return renewedFields.every((field) => one[field] === other[field])
}

/**
 * Only what differs from what the form started from is sent: the rest is as others left it.
 * @param key of this renewal, however often it is sent
 */
export function renewRules(
  key: string,
  { id: caseId, revision }: RepairEntry,
  from: Renewal,
  t: Translate,
): CallRules<typeof renewRepair, Renewal> {
  return {
    call: renewRepair,
    labels: {
      progressId: t('repair.progress'),
      assigneeId: t('repair.assignee'),
      cause: t('repair.cause'),
      note: t('repair.note'),
    },
    inputOf: ({ progressId, assigneeId, cause, note }) => ({
      params: { caseId },
      body: {
        ...{ key, revision },
        ...(progressId !== from.progressId && { progressId: idOf<RepairProgressId>(progressId) }),
        ...(assigneeId !== from.assigneeId && {
          assigneeId: assigneeId === NO_ASSIGNEE ? null : idOf<AccountId>(assigneeId),
        }),
        ...(cause !== from.cause && { cause }),
        ...(note.trim() !== '' && { note }),
      },
    }),
  }
}

/** `null`: nothing is chosen. */
export function idOf<Kind extends number>(text: string): Kind | null {
  return text === '' ? null : (Number(text) as Kind)
}

/** Work of one person on one day, by the clock of the store; an end before its beginning is one of the next day. */
export interface LabourDraft {
  readonly who: string
  readonly day: string | null
  readonly from: string
  readonly to: string
}

export function labourRules(
  key: string,
  caseId: RepairCaseId,
  zone: string,
  t: Translate,
): CallRules<typeof addRepairLabour, LabourDraft> {
  const at = (day: string, clock: string) => instantOf(zone, Date.parse(`${day}T${clock}:00Z`))
  return {
    call: addRepairLabour,
    labels: {
      who: t('repair.who'),
      day: t('repair.day'),
      from: t('repair.from'),
      to: t('repair.to'),
    },
    check: (draft) => faultsOfLabour(draft, t),
    inputOf: ({ who, day, from, to }) => {
      const [first, last] = [clockFromText(from), clockFromText(to)]
      const isWhole = day !== null && isDay(day) && first !== null && last !== null
      return {
        params: { caseId },
        body: {
          ...{ key, who },
          from: isWhole ? at(day, first) : null,
          to: isWhole ? at(last > first ? day : shiftDay(day, 1), last) : null,
        },
      }
    },
  }
}

function faultsOfLabour({ day, from, to }: LabourDraft, t: Translate): FieldFaults {
  const clockFault = (text: string) => {
    if (text.trim() === '') return t('kit.field.required')
    return clockFromText(text) === null ? t('notices.record.notTime') : null
  }
  const dayFault = !day ? t('kit.field.required') : isDay(day) ? null : t('kit.field.notDate')
  const faults = { day: dayFault, from: clockFault(from), to: clockFault(to) }
  return Object.fromEntries(
    Object.entries(faults).filter((fault): fault is [string, string] => fault[1] !== null),
  )
}

export interface PartDraft {
  readonly name: string
  readonly number: string
  readonly quantity: number | null
}

export const blankPart: PartDraft = { name: '', number: '', quantity: 1 }

export function partRules(
  key: string,
  caseId: RepairCaseId,
  t: Translate,
): CallRules<typeof addRepairPart, PartDraft> {
  return {
    call: addRepairPart,
    labels: { name: t('repair.part'), number: t('repair.partNumber'), quantity: t('repair.quantity') },
    inputOf: (draft) => ({ params: { caseId }, body: { key, ...draft } }),
  }
}
