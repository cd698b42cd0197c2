import type { ReactNode } from 'react'
import type { StepState } from '../../kit/Stepper'

export interface Answered {
  readonly label: string
  readonly value: ReactNode
}

/** One step of a task, as its screen describes it. */
export interface PanelStep {
  readonly key: string
  readonly title: string
  /** What it still needs, in words; `null` when it is complete. */
  readonly missing: string | null
  /** Something in it was refused by the service. */
  readonly hasFault?: boolean
  /** It does not apply to what was answered before. */
  readonly isSkipped?: boolean
  /** What was answered so far, for the summary and the review. */
  readonly answers: readonly Answered[]
  /** The fields. */
  readonly content: ReactNode
}

export const REVIEW = 'review'

/** The state of each step: what was left incomplete is an error, what lies beyond the furthest one is not started. */
export function stateOfStep(
  step: Pick<PanelStep, 'missing' | 'hasFault' | 'isSkipped'>,
  place: { readonly isCurrent: boolean; readonly isStarted: boolean },
): StepState {
  if (place.isCurrent) return 'current'
  if (step.isSkipped) return 'skipped'
  if (step.hasFault) return 'error'
  if (!place.isStarted) return 'notStarted'
  return step.missing === null ? 'done' : 'error'
}

/** The next step that applies, in one direction; the review follows the last one. */
export function adjacentStep(steps: readonly PanelStep[], current: string, by: -1 | 1): string | null {
  const keys = [...steps.filter((step) => !step.isSkipped).map((step) => step.key), REVIEW]
  return keys[keys.indexOf(current) + by] ?? null
}
