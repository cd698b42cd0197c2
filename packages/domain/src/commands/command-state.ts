/** The state of a command to a terminal. */
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

/** What a terminal reports of a command. */
type CommandResult = 'accepted' | 'progress' | 'done' | 'failed' | 'refused' | 'expired'

/** Not ended: sent again whenever the terminal appears. */
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
 * The state of a command after its terminal has reported something. Results may come late, twice and in any
 * order: what is known is never taken back. Only what the server merely guessed, that a command has expired
 * or is lost, gives way to the terminal's report.
 * @returns null where nothing changes
 */
export function stateAfter(
  current: { readonly state: CommandState; readonly errorCode: string | null },
  result: CommandResult,
): CommandState | null {
  const next = stateOf[result]
  const isGuess = current.state === 'expired' || (current.state === 'failed' && current.errorCode === LOST)
  if (isGuess) return next === 'expired' ? null : next
  const from = order.indexOf(current.state)
  if (from < 0) return null
  const to = order.indexOf(next)
  const isRepeat = to >= 0 && to < from
  // progress is reported again and again
  return isRepeat || (to === from && next !== 'running') ? null : next
}

/** True where nothing more is to come. */
export function isEnded(state: CommandState): boolean {
  return !order.includes(state)
}
