/** How a command to a terminal stands. */
export type CommandState =
  | 'queued'
  | 'sent'
  | 'accepted'
  | 'running'
  | 'done'
  | 'failed'
  | 'refused'
  | 'expired'
  | 'cancelled'

/** What a terminal says of a command. */
type CommandResult = 'accepted' | 'progress' | 'done' | 'failed' | 'refused' | 'expired'

/** Still wanted: sent again whenever the terminal appears. */
export const openStates = ['queued', 'sent', 'accepted', 'running'] as const satisfies readonly CommandState[]

const order: readonly CommandState[] = openStates

/** The server's own guess where a terminal that took a command is never heard of again. */
export const LOST = 'E_LOST'

const stateOf: Record<CommandResult, CommandState> = {
  accepted: 'accepted',
  progress: 'running',
  done: 'done',
  failed: 'failed',
  refused: 'refused',
  expired: 'expired',
}

/**
 * Where a command stands after its terminal has said something. Results may come late, twice and in any order: what is
 * known is never taken back. Only what the server merely guessed, that a command has expired or is lost, gives way to
 * the terminal's word.
 * @returns null where nothing changes
 */
export function stateAfter(
  present: { readonly state: CommandState; readonly errorCode: string | null },
  told: CommandResult,
): CommandState | null {
  const next = stateOf[told]
  const isGuess = present.state === 'expired' || (present.state === 'failed' && present.errorCode === LOST)
  if (isGuess) return next === 'expired' ? null : next
  const from = order.indexOf(present.state)
  if (from < 0) return null
  const to = order.indexOf(next)
  const isRepeat = to >= 0 && to < from
  // progress is told again and again
  return isRepeat || (to === from && next !== 'running') ? null : next
}

/** True where nothing more is to come. */
export function isEnded(state: CommandState): boolean {
  return !order.includes(state)
}
