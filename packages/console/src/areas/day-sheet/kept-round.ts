import type { SkipReason } from '@coldkeep/domain/day-sheet/hand-check'
import type { CheckPlaceId, StoreId } from '@coldkeep/domain/ids'
import { currentSession } from '../../site/session'

/** A walk that was begun on this phone. */
export interface Round {
  readonly id: string
  /** The place that is measured next. */
  readonly at: number
  readonly done: readonly RoundEntry[]
}

export interface RoundEntry {
  readonly id: string
  readonly placeId: CheckPlaceId
  readonly valueC: number | null
  readonly skipReason: SkipReason | null
  readonly isOutOfLimits: boolean
}

/** What entries of a store belong to while they wait on this device. */
export function checksOf(storeId: StoreId): string {
  return `checks/${storeId}`
}

export function readRound(name: string): Round | null {
  try {
    return JSON.parse(localStorage.getItem(roundName(name)) ?? 'null') as Round | null
  } catch {
    return null
  }
}

export function keepRound(name: string, round: Round | null): void {
  if (round === null) localStorage.removeItem(roundName(name))
  else localStorage.setItem(roundName(name), JSON.stringify(round))
}

function roundName(name: string): string {
  return `coldkeep.round.${currentSession()?.payload.userId ?? ''}.${name}`
}
