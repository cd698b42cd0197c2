import type { OnlineMessage, StateMessage } from '@coldkeep/contract/mqtt/state'
import type { TerminalId } from '@coldkeep/domain/ids'
import type { EpochMs } from '@coldkeep/domain/time/instant'

/** A state as it came. */
export interface ArrivedState {
  readonly terminal: TerminalId
  readonly state: StateMessage
  readonly receivedAt: EpochMs
  /** The broker had kept it. */
  readonly isKept: boolean
}

/** What several states of one terminal come to: at most one of both, and `offline` is the later one. */
export interface FoldedState {
  readonly terminal: TerminalId
  readonly receivedAt: EpochMs
  readonly online: OnlineMessage | null
  /** When it was last heard; of a kept message the time it was sent. */
  readonly heardAt: EpochMs
  /** Name of the connection that ended; it counts only while that is the present one. */
  readonly endedConnection: string | null
  readonly isKept: boolean
}

/** What one state amounts to. */
export function foldedState({ terminal, state, receivedAt, isKept }: ArrivedState): FoldedState {
  const common = { terminal, receivedAt, isKept }
  if (state.on === 0) return { ...common, online: null, heardAt: receivedAt, endedConnection: state.cn }
  const heardAt = isKept && state.at < receivedAt ? (state.at as EpochMs) : receivedAt
  return { ...common, online: state, heardAt, endedConnection: null }
}

/**
 * What an earlier and a later state of one terminal amount to. The will of an older connection that comes
 * after the first message of a new one is ignored.
 */
export function foldStates(earlier: FoldedState | undefined, later: FoldedState): FoldedState {
  if (!earlier?.online || later.online) return later
  const { endedConnection } = later
  return endedConnection === earlier.online.cn
    ? { ...earlier, receivedAt: later.receivedAt, endedConnection, isKept: later.isKept }
    : earlier
}
