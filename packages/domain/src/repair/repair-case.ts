import type { EpochMs } from '../time/instant'

/** What a step of progress means for its case: work goes on, it is repaired, or it was none. */
export const repairPhases = ['open', 'done', 'void'] as const
export type RepairPhase = (typeof repairPhases)[number]

/** The steps that come with the product, in their order. */
export const standardProgress = [
  { step: 'reported', phase: 'open' },
  { step: 'assigned', phase: 'open' },
  { step: 'on_site', phase: 'open' },
  { step: 'waiting_parts', phase: 'open' },
  { step: 'repaired', phase: 'done' },
  { step: 'cancelled', phase: 'void' },
] as const satisfies readonly { readonly step: string; readonly phase: RepairPhase }[]
export type StandardStep = (typeof standardProgress)[number]['step']

/** The words of a step by language (`zh-TW`), where a department has entered them. */
export type StepTitles = Readonly<Record<string, string>>

/** What can be in the history of a case. */
export const repairEventKinds = [
  'reported',
  'alarm',
  'progress',
  'assigned',
  'cause',
  'note',
  'labour',
  'part',
  'help',
  'close_proposed',
  'close_withdrawn',
] as const
export type RepairEventKind = (typeof repairEventKinds)[number]

/** Of a person at work. */
export interface Labour {
  readonly who: string
  readonly from: EpochMs
  readonly to: EpochMs
}

export interface Part {
  readonly name: string
  /** Of its maker; empty where nobody knows it. */
  readonly number: string
  readonly quantity: number
}

/** Of one visit; who works longer enters another one. */
export const LONGEST_LABOUR_HOURS = 24

/** Minutes of work of all people together: two people at the same hour count twice. */
export function labourMinutes(entries: readonly Labour[]): number {
  return Math.round(entries.reduce((sum, { from, to }) => sum + (to - from), 0) / 60_000)
}

/** When work was begun: the earliest hour that somebody has entered. */
export function arrivedAt(entries: readonly Labour[]): EpochMs | null {
  return entries.reduce<EpochMs | null>(
    (first, { from }) => (first === null || from < first ? from : first),
    null,
  )
}

/** The number under which people speak of a case: `R-000042`. */
export function ticketOf(repairCaseId: number): string {
  return `R-${String(repairCaseId).padStart(6, '0')}`
}
