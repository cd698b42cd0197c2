import type { UpkeepPlanRow } from '@coldkeep/contract/areas/upkeep-plans'
import { completeUpkeep } from '@coldkeep/contract/areas/upkeep-records'
import { type EpochMs, epochMs, minutes } from '@coldkeep/domain/time/instant'
import { instantOf } from '@coldkeep/domain/time/store-calendar'
import { needsNote, type UpkeepResult } from '@coldkeep/domain/upkeep/upkeep-record'
import { timeParts } from '@coldkeep/phrases/format'
import type { Translate } from '@coldkeep/phrases/keys'
import type { CallRules } from '../../archetypes/editor/use-call-form'
import { clockFromText } from '../../kit/field/clock-text'
import type { FieldFaults } from '../../kit/form/use-shown-faults'
import { isDay } from '../../parts/day-period'
import type { OutgoingPhoto } from '../../parts/photo-outbox'

/** What people say of work that they have done; day and time are those of the store. */
export interface Completion {
  readonly result: UpkeepResult | null
  readonly doneOn: string | null
  readonly doneTime: string
  readonly note: string
  /** Which tasks were done, in their order. */
  readonly isDone: readonly boolean[]
  /** Taken of it; they are sent once it is recorded. */
  readonly photos: readonly OutgoingPhoto[]
}

/** By which what waits on a device for a plan is found. */
export function planKey({ id }: UpkeepPlanRow): string {
  return `upkeep ${id}`
}

/** By which a clock may be ahead. */
const AHEAD_MS = minutes(5)

/** Starts with now, and with all tasks still open. */
export function blankCompletion({ zone, tasks }: UpkeepPlanRow, now: Date): Completion {
  const { date, minute } = timeParts(now.getTime(), zone)
  return {
    result: 'good',
    doneOn: date,
    doneTime: minute,
    note: '',
    isDone: tasks.map(() => false),
    photos: [],
  }
}

/** @param id of the record, the same for each time that it is sent */
export function completionRules(
  plan: UpkeepPlanRow,
  id: string,
  t: Translate,
): CallRules<typeof completeUpkeep, Completion> {
  return {
    call: completeUpkeep,
    labels: {
      result: t('upkeep.complete.result'),
      doneOn: t('upkeep.complete.doneOn'),
      doneTime: t('upkeep.complete.doneTime'),
      note: t('upkeep.note'),
      photos: t('upkeep.complete.photos'),
    },
    inputOf: (values) => ({
      body: {
        id,
        planId: plan.id,
        dueOn: plan.dueOn,
        doneAt: doneAtOf(values, plan.zone),
        enteredAt: Date.now(),
        result: values.result,
        note: values.note,
        tasks: tasksOf(plan, values),
        photos: (values.photos ?? []).map((photo) => photo.id),
      },
    }),
    check: (values) => faultsOf(plan, values, t),
  }
}

function faultsOf(plan: UpkeepPlanRow, values: Completion, t: Translate): FieldFaults {
  const { result, doneOn, doneTime, note } = values
  const faults: Record<string, string> = {}
  if (!doneOn) faults.doneOn = t('kit.field.required')
  else if (!isDay(doneOn)) faults.doneOn = t('kit.field.notDate')
  if (doneTime.trim() === '') faults.doneTime = t('kit.field.required')
  else if (clockFromText(doneTime) === null) faults.doneTime = t('upkeep.complete.notTime')
  const doneAt = doneAtOf(values, plan.zone)
  if (doneAt !== null && doneAt > Date.now() + AHEAD_MS) faults.doneTime = t('upkeep.complete.later')
  if (note.trim() === '' && needsNote(result || 'good', tasksOf(plan, values)))
    faults.note = t('upkeep.complete.noteNeeded')
  if ((values.photos ?? []).length < plan.leastPhotos)
    faults.photos = t('upkeep.complete.photosNeeded', { count: plan.leastPhotos })
  return faults
}

function tasksOf({ tasks }: UpkeepPlanRow, { isDone }: Completion) {
  return tasks.map((text, index) => ({ text, isDone: isDone[index] ?? false }))
}

function doneAtOf({ doneOn, doneTime }: Completion, zone: string): EpochMs | null {
  const time = clockFromText(doneTime)
  if (doneOn === null || !isDay(doneOn) || time === null) return null
  return epochMs(instantOf(zone, Date.parse(`${doneOn}T${time}:00Z`)))
}
