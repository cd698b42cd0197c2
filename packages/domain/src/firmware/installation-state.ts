import { hours } from '../time/instant'

/** How far a terminal is, as it reports. The program that has proved itself reports the end. */
const steps = [
  'waiting',
  'told',
  'downloading',
  'downloaded',
  'verified',
  'installing',
  'restarting',
  'confirming',
] as const

const ends = ['done', 'failed', 'rolled_back', 'cancelled', 'lost', 'refused'] as const

/** One terminal of a job. `lost`: no sign of it for a day; `rolled_back`: the program before is back. */
export type InstallationState = (typeof steps)[number] | (typeof ends)[number]

/** A terminal without a sign for so long counts as lost. */
export const LOST_AFTER_MS = hours(24)

/** How an installation goes on; a first attempt is 1. */
interface InstallationCourse {
  readonly state: InstallationState
  readonly attempt: number
}

/** True where nothing more is to come; of a lost terminal something may. */
export function isOver(state: InstallationState): boolean {
  return rankOf(state) < 0
}

/** True where the program was to be installed and is not. */
export function isFailed(state: InstallationState): boolean {
  return state === 'failed' || state === 'rolled_back' || state === 'refused' || state === 'lost'
}

/**
 * An installation after something was reported of one of its attempts, late, twice or in any order. What is known is
 * never taken back, and it goes backwards with a later attempt alone. Two ends give way: that a terminal is lost was a
 * guess, and a terminal that has begun to install was not reached by a cancellation.
 * @returns null where nothing changes
 */
export function afterStep(
  current: InstallationCourse,
  reported: { readonly step: InstallationState; readonly attempt: number },
): InstallationCourse | null {
  const next = { state: reported.step, attempt: reported.attempt }
  if (reported.attempt !== current.attempt) return reported.attempt > current.attempt ? next : null
  if (reported.step === current.state) return null
  switch (current.state) {
    case 'lost':
      return reported.step === 'waiting' ? null : next
    case 'cancelled':
      return hasBegun(reported.step) ? next : null
    default:
      if (isOver(current.state)) return null
      return isOver(reported.step) || rankOf(reported.step) > rankOf(current.state) ? next : null
  }
}

/** It can still be cancelled: nothing at the terminal has changed. */
export function canBeCancelled(state: InstallationState): boolean {
  return !(isOver(state) || hasBegun(state))
}

/** What a program shows of itself: its version, and a name that is another one at each start. */
interface ProgramStart {
  readonly version: string
  readonly boot: string
}

/**
 * An installation is done when the version that was to be installed runs since a start after the installation. What
 * reports success and starts the former version again has been rolled back.
 * @param before how the terminal ran when it was told to install
 */
export function endShownBy(
  started: ProgramStart,
  before: { readonly boot: string | null },
  version: string,
): 'done' | 'rolled_back' | null {
  if (started.boot === before.boot) return null
  return started.version === version ? 'done' : 'rolled_back'
}

/** What the console shows a count of, in this order. */
const groups = [
  ['waiting', ['waiting', 'told']],
  ['transferring', ['downloading', 'downloaded', 'verified']],
  ['installing', ['installing', 'restarting']],
  ['checking', ['confirming']],
  ['done', ['done']],
  ['failed', ['failed', 'rolled_back', 'refused']],
  ['unreachable', ['lost']],
  ['cancelled', ['cancelled']],
] as const satisfies readonly (readonly [string, readonly InstallationState[]])[]
type InstallationGroup = (typeof groups)[number][0]

export function groupOf(state: InstallationState): InstallationGroup {
  return (
    groups.find(([, states]) => (states as readonly InstallationState[]).includes(state))?.[0] ?? 'waiting'
  )
}

/** Together they are as many as there are installations. */
export function countGroups(
  states: Iterable<InstallationState>,
): Readonly<Record<InstallationGroup, number>> {
  const counts = Object.fromEntries(groups.map(([group]) => [group, 0])) as Record<InstallationGroup, number>
  for (const state of states) counts[groupOf(state)]++
  return counts
}

function rankOf(state: InstallationState): number {
  return (steps as readonly InstallationState[]).indexOf(state)
}

function hasBegun(state: InstallationState): boolean {
  return rankOf(state) >= rankOf('installing') || state === 'done' || state === 'rolled_back'
}
