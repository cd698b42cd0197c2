import {
  addCorrectiveAction,
  type BreachDetail,
  checkCorrectiveAction,
} from '@coldkeep/contract/areas/corrections'
import type { Disposition } from '@coldkeep/domain/corrections/corrective-action'
import { instantOf } from '@coldkeep/domain/time/store-calendar'
import { timeParts } from '@coldkeep/phrases/format'
import type { Translate } from '@coldkeep/phrases/keys'
import type { CallRules } from '../../archetypes/editor/use-call-form'
import { clockFromText } from '../../kit/field/clock-text'
import type { FieldFaults } from '../../kit/form/use-shown-faults'
import { isDay } from '../../parts/day-period'

export type BreachEntry = BreachDetail['breach']

/** What was done about a breach as it is being entered; its day and time by the clock of the store. */
export interface ActionDraft {
  readonly action: string
  readonly disposition: string
  readonly quantityKg: number | null
  readonly quantityWords: string
  readonly cause: string
  readonly doneDay: string | null
  readonly doneClock: string
}

/** Begins with what the newest entry says; where there is none, now. */
export function actionDraftOf({ breach, action }: BreachDetail, nowMs: number): ActionDraft {
  const { date, minute } = timeParts(action?.doneAt ?? nowMs, breach.store.zone)
  return {
    action: action?.action ?? '',
    disposition: action?.disposition ?? '',
    quantityKg: action?.quantityKg ?? null,
    quantityWords: action?.quantityWords ?? '',
    cause: action?.cause ?? '',
    doneDay: date,
    doneClock: minute.slice(0, 5),
  }
}

/** @param key of this entry, however often it is sent */
export function actionRules(
  key: string,
  { id: breachId, actions, store }: BreachEntry,
  t: Translate,
): CallRules<typeof addCorrectiveAction, ActionDraft> {
  return {
    call: addCorrectiveAction,
    labels: {
      action: t('corrections.action'),
      disposition: t('corrections.product'),
      quantityKg: t('corrections.quantityKg'),
      quantityWords: t('corrections.quantityWords'),
      cause: t('corrections.cause'),
      doneDay: t('corrections.doneDay'),
      doneClock: t('corrections.doneClock'),
    },
    check: (draft) => faultsOf(draft, t),
    inputOf: ({ doneDay, doneClock, disposition, ...entered }) => {
      const clock = clockFromText(doneClock)
      const isWhole = doneDay !== null && isDay(doneDay) && clock !== null
      return {
        params: { breachId },
        body: {
          ...{ key, actions, ...entered },
          disposition: disposition as Disposition,
          doneAt: isWhole ? instantOf(store.zone, Date.parse(`${doneDay}T${clock}:00Z`)) : null,
        },
      }
    },
  }
}

function faultsOf({ doneDay, doneClock, disposition }: ActionDraft, t: Translate): FieldFaults {
  const faults: Record<string, string> = {}
  if (!doneDay) faults.doneDay = t('kit.field.required')
  else if (!isDay(doneDay)) faults.doneDay = t('kit.field.notDate')
  if (doneClock.trim() === '') faults.doneClock = t('kit.field.required')
  else if (clockFromText(doneClock) === null) faults.doneClock = t('notices.record.notTime')
  if (disposition === '') faults.disposition = t('kit.field.required')
  return faults
}

export interface CheckDraft {
  /** Empty: not chosen yet. */
  readonly result: string
  readonly note: string
}

/** @param key of this check, however often it is sent */
export function checkRules(
  key: string,
  { id: breachId, actions, facts }: BreachEntry,
  t: Translate,
): CallRules<typeof checkCorrectiveAction, CheckDraft> {
  return {
    call: checkCorrectiveAction,
    labels: { result: t('corrections.result'), note: t('corrections.note') },
    check: ({ result, note }) => ({
      ...(result === '' && { result: t('kit.field.required') }),
      ...(result === 'sendBack' && note.trim() === '' && { note: t('kit.field.required') }),
    }),
    inputOf: ({ result, note }) => ({
      params: { breachId },
      body: { key, actions, facts, agrees: result === 'agrees', note },
    }),
  }
}
