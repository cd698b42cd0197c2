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

/**
 * Folds states in their order of arrival. The will of an older connection that comes after a new connection has
 * spoken says nothing.
 */
export function foldStates(arrived: readonly ArrivedState[]): FoldedState[] {
  const folded = new Map<TerminalId, FoldedState>()
  for (const { terminal, state, receivedAt, isKept } of arrived) {
    const known = folded.get(terminal)
    if (state.on === 1) {
      const heardAt = isKept && state.at < receivedAt ? (state.at as EpochMs) : receivedAt
      folded.set(terminal, { terminal, receivedAt, online: state, heardAt, endedConnection: null, isKept })
    } else if (!known?.online || known.online.cn === state.cn) {
      const online = known?.online ?? null
      const heardAt = known?.heardAt ?? receivedAt
      folded.set(terminal, { terminal, receivedAt, online, heardAt, endedConnection: state.cn, isKept })
    }
  }
  return [...folded.values()].sort((a, b) => (a.terminal < b.terminal ? -1 : 1))
}
