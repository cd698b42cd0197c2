import { type EpochMs, hours, minutes } from '../time/instant'
import { afterStep, canBeCancelled, endShownBy, type InstallationState, isOver } from './installation-state'

/** Images of whole boxes, each named for the program in the box that installs it. */
export const BOX_TYPES = ['box-swupdate', 'box-rauc'] as const
export type BoxType = (typeof BOX_TYPES)[number]

export function isBoxType(type: string): type is BoxType {
  return (BOX_TYPES as readonly string[]).includes(type)
}

/** How an installation of the system of a box goes on. */
export interface BoxInstallation {
  readonly type: BoxType
  readonly state: InstallationState
  readonly percent: number | null
  /** From 1; a later one begins where the box has installed and not started again. */
  readonly attempt: number
  readonly changedAt: EpochMs
  /** When success was reported after a start; null: it was not. */
  readonly succeededAt: EpochMs | null
  /** It is to be given up. */
  readonly isWithdrawn: boolean
  /** That is to be installed. */
  readonly version: string
  /** The name of the start in which it was ordered; null: the box names none. */
  readonly fromBoot: string | null
  /** What went wrong so far, in the words of the box. */
  readonly errorText: string | null
}

/** What a box reports of the system that it runs; null: nothing yet. */
export interface BoxSystem {
  readonly version: string | null
  readonly boot: string | null
  readonly reportedAt: EpochMs | null
}

/** What the program in the box reports of an installation. */
export interface BoxFeedback {
  readonly execution:
    | 'closed'
    | 'proceeding'
    | 'canceled'
    | 'scheduled'
    | 'rejected'
    | 'resumed'
    | 'downloaded'
    | 'download'
  readonly finished: 'success' | 'failure' | 'none'
  readonly progress: { readonly cnt: number; readonly of: number } | null
  readonly details: readonly string[]
}

/** What becomes of an installation; what is left out stays. */
export interface BoxChange {
  readonly state: InstallationState
  readonly percent?: number | null
  readonly attempt?: number
  readonly succeededAt?: EpochMs
  readonly isWithdrawn?: boolean
  readonly errorCode?: string | null
  readonly errorText?: string | null
}

/** A box has so long to start again before it is offered the image once more. */
const RESTART_MS = minutes(10)
/** The first one, and two for boxes that have not started again. */
const MOST_ATTEMPTS = 3
/** After the last attempt a box has so long to report what it runs. */
const GIVEN_UP_MS = hours(1)

/** SWUpdate's words for an image that is written and not started yet; its state of execution does not show it. */
const WRITTEN = /^(all chunks installed|update installed, testing pending)\b/i
/** A line of SWUpdate's log that names a fault. */
const FAULT = /^ERROR\s*:\s*(.+)/
/** It has no place to keep its state, which is none. */
const NO_FAULT = /stored update state/i
/** What follows from a fault as well as being one: the installer ends, so that the loader cannot write on. Its line can overtake that of the fault. */
const CONSEQUENCE = /^(compatible sw not found|writing to (pipe|ipc) fail)/i
/** SWUpdate's answer to an offer that is not to be installed: no success. */
const SKIPPED = /^skipped update\b/i

/**
 * What a box is shown when it polls: nothing; the image, to be installed; the same only so that it can report on it, since
 * SWUpdate reports success after its restart for what it is offered; or that it is to give up.
 */
export type BoxOffer = 'nothing' | 'install' | 'report' | 'cancel'

/** @param isOpen the window of the store is: outside of it none begins */
export function offerOf({ type, state, attempt, isWithdrawn }: BoxInstallation, isOpen: boolean): BoxOffer {
  if (isOver(state)) return 'nothing'
  if (isWithdrawn && canBeCancelled(state)) return 'cancel'
  if (state === 'confirming') return type === 'box-swupdate' ? 'report' : 'nothing'
  if (state !== 'told' || isOpen) return 'install'
  return attempt > 1 ? 'report' : 'nothing'
}

/**
 * An installation after a report of its box, which may come late or twice. Success is a claim: of RAUC it comes before the
 * restart, and where the box reports versions, the version decides.
 * @returns null where nothing changes
 */
export function afterFeedback(
  installation: BoxInstallation,
  system: BoxSystem,
  feedback: BoxFeedback,
  now: EpochMs,
): BoxChange | null {
  const change = changeBy(installation, system, feedback, now)
  if (change === null) return null
  const { state, attempt, percent, succeededAt } = installation
  if (afterStep({ state, attempt }, { step: change.state, attempt }) !== null) return change
  if (change.state !== state || isOver(state)) return null
  const isFurther = typeof change.percent === 'number' && change.percent > (percent ?? 0)
  const isClaim = succeededAt === null && change.succeededAt !== undefined
  if (isFurther || isClaim) return change
  return change.errorText === undefined ? null : { state, errorText: change.errorText }
}

function changeBy(
  installation: BoxInstallation,
  system: BoxSystem,
  { execution, finished, progress, details }: BoxFeedback,
  now: EpochMs,
): BoxChange | null {
  // SWUpdate reports causes in its log, and at the end that there was one
  const cause = causeOf(installation.errorText, details)
  const errorText = cause ?? details[0] ?? ''
  const percent = percentOf(progress)
  switch (execution) {
    case 'canceled':
      return { state: 'cancelled' }
    case 'rejected':
      return { state: 'failed', errorCode: 'E_REJECTED', errorText }
    case 'download':
      return { state: 'downloading', percent }
    case 'downloaded':
      return { state: 'downloaded', percent: null }
    case 'closed':
      if (finished === 'none') return null
      if (finished === 'success') return afterSuccess(installation, system, details, now)
      return installation.state === 'confirming'
        ? { state: 'rolled_back', errorCode: 'E_CONFIRM', errorText }
        : { state: 'failed', errorCode: 'E_BOX', errorText }
    case 'proceeding':
    case 'scheduled':
    case 'resumed':
      if (details.some((detail) => WRITTEN.test(detail))) return { state: 'confirming', percent: null }
      return {
        state: isLoaded(installation.state) || percent === 100 ? 'installing' : 'downloading',
        ...(percent !== null && { percent }),
        ...(cause !== null && cause !== installation.errorText && { errorText: cause }),
      }
  }
}

/** The first fault that is known so far, one that follows from others only where there are none; null: none. */
function causeOf(known: string | null, details: readonly string[]): string | null {
  const named = details.flatMap((detail) => {
    const [, fault] = FAULT.exec(detail) ?? []
    return fault === undefined || NO_FAULT.test(fault) ? [] : [fault]
  })
  const faults = [...(known === null ? [] : [known]), ...named]
  return faults.find((fault) => !CONSEQUENCE.test(fault)) ?? faults[0] ?? null
}

function afterSuccess(
  { type, state, attempt, version }: BoxInstallation,
  system: BoxSystem,
  details: readonly string[],
  now: EpochMs,
): BoxChange | null {
  if (type === 'box-rauc') return { state: 'confirming', percent: null }
  // of something that was installed before it was ordered
  const isOfAnother = state === 'told' && attempt === 1
  if (isOfAnother || details.some((detail) => SKIPPED.test(detail))) return null
  if (system.version === null || system.version === version)
    return { state: 'done', percent: null, succeededAt: now }
  return { state: 'confirming', percent: null, succeededAt: now }
}

/** @returns null where nothing is counted */
function percentOf(progress: BoxFeedback['progress']): number | null {
  if (progress === null || progress.of <= 0) return null
  return Math.max(0, Math.min(100, Math.round((100 * progress.cnt) / progress.of)))
}

function isLoaded(state: InstallationState): boolean {
  return state === 'downloaded' || state === 'verified' || state === 'installing'
}

/**
 * An installation after its box has reported which system it runs. The new version ends it. Another one does where it must
 * be that of a later start: the box names its starts, has reported success after one, or reports what is installed.
 * @param isInstalled the report names what is installed for good, not only what runs
 * @returns null where nothing changes
 */
export function afterSystem(
  { state, version, fromBoot, succeededAt }: BoxInstallation,
  system: BoxSystem,
  isInstalled: boolean,
): BoxChange | null {
  if (system.version === null || (isOver(state) && state !== 'lost')) return null
  const namesStarts = fromBoot !== null && system.boot !== null
  if (namesStarts) {
    const end = endShownBy({ version: system.version, boot: system.boot }, { boot: fromBoot }, version)
    if (end === 'done') return { state: 'done', percent: null, errorCode: null, errorText: null }
    if (end === null && !isInstalled) return null
  } else if (system.version === version) {
    return { state: 'done', percent: null, errorCode: null, errorText: null }
  }
  const isLater = namesStarts || isInstalled || succeededAt !== null
  return state === 'confirming' && isLater
    ? { state: 'rolled_back', errorCode: 'E_CONFIRM', errorText: '' }
    : null
}

/**
 * An installation when its box polls and has installed: it is offered once more to one that does not start again, and
 * ends where it does not report what it runs.
 * @returns null where nothing changes
 */
export function afterPoll(
  { type, state, attempt, changedAt, succeededAt, version }: BoxInstallation,
  system: BoxSystem,
  isOpen: boolean,
  now: EpochMs,
): BoxChange | null {
  if (state !== 'confirming') return null
  const age = now - changedAt
  if (type === 'box-swupdate' && succeededAt === null && attempt < MOST_ATTEMPTS)
    return age >= RESTART_MS && isOpen ? { state: 'told', attempt: attempt + 1, percent: null } : null
  if (age < GIVEN_UP_MS) return null
  const isKnown = system.reportedAt !== null && system.reportedAt >= changedAt && system.version !== null
  return isKnown && system.version !== version
    ? { state: 'rolled_back', errorCode: 'E_CONFIRM', errorText: '' }
    : { state: 'failed', errorCode: 'E_UNCONFIRMED', errorText: '' }
}

/** An installation after the box was to give it up. @returns null where nothing changes */
export function afterCancellation(
  { state, isWithdrawn }: BoxInstallation,
  { execution, finished }: Pick<BoxFeedback, 'execution' | 'finished'>,
): BoxChange | null {
  if (!isWithdrawn || isOver(state)) return null
  if (execution === 'canceled' || (execution === 'closed' && finished === 'success'))
    return { state: 'cancelled' }
  // it has gone too far, and goes on
  if (execution === 'rejected' || execution === 'closed') return { state, isWithdrawn: false }
  return null
}

/** An installation when its box fetches the image. @returns null where nothing changes */
export function afterFetch({ state }: BoxInstallation): BoxChange | null {
  return state === 'told' ? { state: 'downloading', percent: null } : null
}
