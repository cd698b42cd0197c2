import { groupBy } from '../group-by'
import type { VendorId } from '../ids'
import { type EpochMs, epochMs, later } from '../time/instant'
import { type InstallationState, isFailed, isOver, LOST_AFTER_MS } from './installation-state'
import { type Culprit, likelyCulprit, type TraitBearer } from './likely-culprit'

/** One terminal of a wave. */
export interface WaveInstallation extends TraitBearer {
  readonly state: InstallationState
  /** When it came to this state. */
  readonly changedAt: EpochMs
  /** The last sign of the terminal. */
  readonly seenAt: EpochMs
  readonly isOnline: boolean
}

/** A terminal that could have been in the wave and was not updated. */
export interface WaveControl {
  readonly hardware: string
  readonly vendorId: VendorId | null
  readonly isSilent: boolean
}

interface WavePlan {
  /** The share of failed, 0 to 1, above which a job pauses. */
  readonly maxFailShare: number
  /** So many failed pause a job in its first wave. */
  readonly maxFailCount: number
  /** How long a finished wave is watched before the next one. */
  readonly soakMs: number
}

export type WaveVerdict =
  | {
      readonly kind: 'wait'
      /** Terminals are at work, those that are not done are out of reach, or the time to watch is not over. */
      readonly for: 'running' | 'contact' | 'soak'
      /** When it is over by itself at the latest; null where that is not known. */
      readonly until: EpochMs | null
    }
  | { readonly kind: 'go_on' }
  | {
      readonly kind: 'pause'
      readonly reason: 'failed_share' | 'failed_count'
      readonly failed: number
      /** On which the failures fall; null where they fall on no one thing. */
      readonly about: Culprit | null
    }

/**
 * Judges a wave by what became of its terminals. Failed are those that failed, were rolled back or refused; a lost one
 * only where it is not silent with its neighbours. Both limits pause as soon as they are reached, with others still at
 * work; the share is of the whole wave, so that the first failure of many terminals is not all of them.
 *
 * @param controls terminals that were not updated
 */
export function judgeWave(
  wave: { readonly number: number; readonly installations: readonly WaveInstallation[] },
  controls: readonly WaveControl[],
  plan: WavePlan,
  now: EpochMs,
): WaveVerdict {
  const installations = wave.installations.filter(({ state }) => state !== 'cancelled')
  const excused = excusedOf(installations, controls)
  const counted = installations.filter((installation) => !excused.has(installation))
  const failed = counted.filter(hasFailed)
  const reason =
    wave.number === 1 && failed.length > 0 && failed.length >= plan.maxFailCount
      ? 'failed_count'
      : failed.length > plan.maxFailShare * counted.length
        ? 'failed_share'
        : null
  if (reason !== null) {
    const ended = counted.filter(({ state }) => isOver(state))
    return { kind: 'pause', reason, failed: failed.length, about: likelyCulprit(ended, hasFailed) }
  }
  const waiting = waitingOf(installations, plan, now)
  if (waiting !== null) return waiting
  // where all are out of reach with their neighbours, the wave has shown nothing yet
  if (counted.length === 0 && installations.length > 0) return { kind: 'wait', for: 'contact', until: null }
  return { kind: 'go_on' }
}

function waitingOf(
  installations: readonly WaveInstallation[],
  { soakMs }: WavePlan,
  now: EpochMs,
): WaveVerdict | null {
  const open = installations.filter(({ state }) => !isOver(state))
  if (open.some(({ isOnline }) => isOnline)) return { kind: 'wait', for: 'running', until: null }
  if (open.length > 0) {
    const seenAt = Math.max(...open.map((installation) => installation.seenAt))
    return { kind: 'wait', for: 'contact', until: later(epochMs(seenAt), LOST_AFTER_MS) }
  }
  const endedAt = installations.reduce(
    (last, { changedAt }) => Math.max(last, changedAt),
    Number.NEGATIVE_INFINITY,
  )
  const until = epochMs(endedAt + soakMs)
  return now < until ? { kind: 'wait', for: 'soak', until } : null
}

function hasFailed({ state }: WaveInstallation): boolean {
  return isFailed(state)
}

/**
 * Lost terminals that lie within what others of the same vendor and hardware, which were not updated, are silent too:
 * their line is down. Where there are no such others all terminals that were not updated are looked at.
 */
function excusedOf(
  installations: readonly WaveInstallation[],
  controls: readonly WaveControl[],
): ReadonlySet<WaveInstallation> {
  const controlsOf = groupBy(controls, neighbourhoodOf)
  const excused = new Set<WaveInstallation>()
  for (const [neighbourhood, members] of groupBy(installations, neighbourhoodOf)) {
    const lost = members.filter(({ state }) => state === 'lost')
    const others = controlsOf.get(neighbourhood) ?? controls
    const silent = others.filter(({ isSilent }) => isSilent).length
    // shares without their divisions
    if (others.length > 0 && silent * members.length >= lost.length * others.length)
      for (const installation of lost) excused.add(installation)
  }
  return excused
}

function neighbourhoodOf({ vendorId, hardware }: Pick<WaveControl, 'vendorId' | 'hardware'>): string {
  return `${vendorId} ${hardware}`
}
