import type { TerminalId } from '../ids'
import type { ConsentMode } from '../screens/consent'
import type { EpochMs } from '../time/instant'

/** What a terminal reports of itself when it connects, and now and then while it is connected. */
export interface OnlineState {
  /** When it was sent, by the clock of the box. */
  readonly sentAtMs: number
  /** Version of the terminal program. */
  readonly program: string
  /** What it can be updated with, the version of that, and the name of its start; `null`: an older program says none of it. */
  readonly firmwareType: string | null
  readonly firmwareVersion: string | null
  readonly boot: string | null
  /** Of the configuration that runs. */
  readonly revision: number
  /** Messages that wait to be sent. */
  readonly backlog: number
  /** When the store lets others onto its screen; `null`: none is set up. */
  readonly screenConsent: ConsentMode | null
  readonly cameras: readonly ReportedCamera[]
}

/** A camera of a store, as its terminal names it. */
export interface ReportedCamera {
  readonly id: string
  readonly name: string
}

/** A state as it came. */
export interface ArrivedState {
  readonly terminal: TerminalId
  /** Name of the connection that it is about. */
  readonly connection: string
  /** `null`: the connection has ended. */
  readonly online: OnlineState | null
  readonly receivedAt: EpochMs
  /** The broker had kept it. */
  readonly isKept: boolean
}

/** What several states of one terminal come to: at most one of both, and `offline` is the later one. */
export interface FoldedState {
  readonly terminal: TerminalId
  readonly receivedAt: EpochMs
  readonly online: (OnlineState & Pick<ArrivedState, 'connection'>) | null
  /** When it was last seen; of a kept message the time it was sent. */
  readonly seenAt: EpochMs
  /** Name of the connection that ended; it counts only while that is the present one. */
  readonly endedConnection: string | null
  readonly isKept: boolean
}

/** What one state amounts to. */
export function foldedState({ terminal, connection, online, receivedAt, isKept }: ArrivedState): FoldedState {
  const common = { terminal, receivedAt, isKept }
  if (online === null) return { ...common, online, seenAt: receivedAt, endedConnection: connection }
  const { sentAtMs } = online
  const seenAt = isKept && sentAtMs < receivedAt ? (sentAtMs as EpochMs) : receivedAt
  return { ...common, online: { ...online, connection }, seenAt, endedConnection: null }
}

/**
 * What an earlier and a later state of one terminal amount to. The will of an older connection that comes
 * after the first message of a new one is ignored.
 */
export function foldStates(earlier: FoldedState | undefined, later: FoldedState): FoldedState {
  if (!earlier?.online || later.online) return later
  const { endedConnection } = later
  return endedConnection === earlier.online.connection
    ? { ...earlier, receivedAt: later.receivedAt, endedConnection, isKept: later.isKept }
    : earlier
}
