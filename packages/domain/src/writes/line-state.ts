import type { CommandState } from '../commands/command-state'

/** Whether a second person has to approve, and the outcome. */
export const approvals = ['not_needed', 'waiting', 'approved', 'rejected', 'withdrawn', 'expired'] as const
export type Approval = (typeof approvals)[number]

/**
 * The state of a write to one device. `queued`: its terminal has not confirmed that it has it · `delivered`:
 * it has · `written`: the device has answered as it should · `confirmed`: the value was read back ·
 * `answered`: the device did, and nothing shows the effect · `failed`: refused by the device, another answer,
 * or another value read back · `timed_out`: no answer; it may have happened · `expired`: not picked up in
 * time, and nothing happened · `refused`: it cannot be carried out · `withdrawn`, `rejected`: called off by
 * people.
 */
export const lineStates = [
  'awaiting',
  'queued',
  'delivered',
  'written',
  'confirmed',
  'answered',
  'failed',
  'timed_out',
  'expired',
  'refused',
  'withdrawn',
  'rejected',
] as const
export type LineState = (typeof lineStates)[number]

/** What is known of the command that carries a write. */
export interface CarriedBy {
  readonly state: CommandState
  readonly errorCode: string | null
}

export interface LineFacts {
  readonly approval: Approval
  /** Something was in the way when it was to be sent, or came in the way of what waited. */
  readonly isFaulty: boolean
  readonly command: CarriedBy | null
  /** A point shows the effect. */
  readonly isReadBack: boolean
}

/** Without an answer, or the answer is lost: the device may have done it. */
const UNKNOWN_ENDS = ['E_TIMEOUT', 'E_LOST', 'E_RESTART']

/** Only a terminal's own word makes a write delivered; that it was handed to the broker does not. */
export function lineState({ approval, isFaulty, command, isReadBack }: LineFacts): LineState {
  if (command === null && isFaulty) return 'refused'
  if (command === null) return approval === 'waiting' ? 'awaiting' : withoutCommand(approval)
  switch (command.state) {
    case 'queued':
    case 'sent':
      return 'queued'
    case 'accepted':
      return 'delivered'
    case 'running':
      return 'written'
    case 'done':
      return isReadBack ? 'confirmed' : 'answered'
    case 'failed':
      return UNKNOWN_ENDS.includes(command.errorCode ?? '') ? 'timed_out' : 'failed'
    case 'cancelled':
      return 'withdrawn'
    default:
      return command.state
  }
}

function withoutCommand(approval: Approval): LineState {
  if (approval === 'rejected' || approval === 'expired') return approval
  return 'withdrawn'
}

const open: readonly LineState[] = ['awaiting', 'queued', 'delivered', 'written']

/** True while something is still to come. */
export function isOpen(state: LineState): boolean {
  return open.includes(state)
}
