import type { RepairPhase, StandardStep } from './repair-case'

/** More steps than a person looks through. */
export const MOST_STEPS = 30

/** A step as a list is judged by it. */
export interface ListedStep {
  readonly standard: StandardStep | null
  readonly title: string
  readonly phase: RepairPhase
}

/** Why a list cannot be used: cases could not begin, could not end, or two steps could not be told apart. */
type ListFault = 'no_open' | 'no_done' | 'too_many' | 'repeated'

/** A case begins with the first open step and is closed by one that says it is repaired. */
export function faultOfList(steps: readonly ListedStep[]): ListFault | null {
  if (!steps.some(({ phase }) => phase === 'open')) return 'no_open'
  if (!steps.some(({ phase }) => phase === 'done')) return 'no_done'
  if (steps.length > MOST_STEPS) return 'too_many'
  const words = new Set(steps.map(({ standard, title }) => standard ?? title.toLowerCase()))
  return words.size < steps.length ? 'repeated' : null
}

/** The list with a step at a place, from 1; where it was before makes room. */
export function placed<Step>(steps: readonly Step[], step: Step, position: number): Step[] {
  const others = steps.filter((one) => one !== step)
  const at = Math.min(Math.max(position, 1), others.length + 1) - 1
  return [...others.slice(0, at), step, ...others.slice(at)]
}
