import type { WireBundleState } from '@coldkeep/contract/areas/bundles'
import type { WireCommand, WireCommandState } from '@coldkeep/contract/areas/commands'
import type { PhraseKey, Translate } from '@coldkeep/phrases/keys'
import type { Status } from '../../kit/StatusTag'

export const commandStatus: Record<WireCommandState, Status> = {
  queued: 'waiting',
  sent: 'waiting',
  accepted: 'running',
  running: 'running',
  done: 'done',
  failed: 'failed',
  refused: 'failed',
  expired: 'expired',
  cancelled: 'locked',
}

export const bundleStatus: Record<WireBundleState, Status> = {
  queued: 'waiting',
  sent: 'waiting',
  fetched: 'running',
  checked: 'running',
  active: 'done',
  refused: 'failed',
  expired: 'expired',
  rolled_back: 'failed',
  replaced: 'locked',
}

const operationWords = {
  'cfg.apply': 'commands.op.apply',
  'run.once': 'commands.op.once',
  write: 'commands.op.write',
  'log.fetch': 'commands.op.logs',
  'cred.rotate': 'commands.op.credential',
  'fw.install': 'commands.op.install',
  'screen.open': 'commands.op.screen',
  'camera.snapshot': 'commands.op.camera',
  restart: 'commands.op.restart',
} as const satisfies Record<WireCommand['op'], PhraseKey>

/** The command, with what distinguishes it from others of its kind. */
export function commandText({ op, arg }: Pick<WireCommand, 'op' | 'arg'>, t: Translate): string {
  const word = t(operationWords[op])
  if (op === 'cfg.apply') return `${word} ${arg.rev ?? ''}`.trim()
  if (op === 'run.once') return `${word}: ${arg.script ?? ''}`
  if (op === 'write') return `${word}: ${arg.portId ?? ''} ${arg.unitId ?? ''}, ${arg.requestHex ?? ''}`
  return word
}

export function bundleStateWord(state: WireBundleState, t: Translate): string {
  return t(`commands.bundleState.${state === 'rolled_back' ? 'rolledBack' : state}`)
}

/** The outcome in one line: why it failed, or the packet of a write. */
export function resultText({ error, outcome, percent, state }: WireCommand, t: Translate): string | null {
  if (error !== null) return error.message
  if (state === 'expired') return t('commands.error.expired')
  if (typeof outcome?.packet === 'string') return outcome.packet
  return percent === null ? null : `${percent} %`
}
