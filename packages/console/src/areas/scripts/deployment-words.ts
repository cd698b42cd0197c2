import type { DeploymentState, WireDeployment } from '@coldkeep/contract/areas/deployments'
import type { PhraseKey, Translate } from '@coldkeep/phrases/keys'
import type { JobPartKind } from '../../kit/job/JobProgress'
import type { Status } from '../../kit/StatusTag'

interface Look {
  readonly word: PhraseKey
  readonly status: Status
  readonly kind: JobPartKind
}

const looks = {
  waiting: { word: 'scripts.state.waiting', status: 'waiting', kind: 'waiting' },
  queued: { word: 'commands.bundleState.queued', status: 'waiting', kind: 'waiting' },
  sent: { word: 'commands.bundleState.sent', status: 'running', kind: 'running' },
  fetched: { word: 'commands.bundleState.fetched', status: 'running', kind: 'running' },
  checked: { word: 'commands.bundleState.checked', status: 'running', kind: 'running' },
  accepted: { word: 'commands.stateOf.accepted', status: 'running', kind: 'running' },
  running: { word: 'commands.stateOf.running', status: 'running', kind: 'running' },
  active: { word: 'commands.bundleState.active', status: 'done', kind: 'done' },
  done: { word: 'commands.stateOf.done', status: 'done', kind: 'done' },
  unchanged: { word: 'scripts.state.unchanged', status: 'done', kind: 'done' },
  replaced: { word: 'commands.bundleState.replaced', status: 'locked', kind: 'done' },
  refused: { word: 'commands.bundleState.refused', status: 'failed', kind: 'failed' },
  failed: { word: 'commands.stateOf.failed', status: 'failed', kind: 'failed' },
  rolled_back: { word: 'commands.bundleState.rolledBack', status: 'failed', kind: 'failed' },
  expired: { word: 'commands.bundleState.expired', status: 'expired', kind: 'unreached' },
  cancelled: { word: 'commands.stateOf.cancelled', status: 'locked', kind: 'unreached' },
} as const satisfies Record<DeploymentState, Look>

export function lookOf(state: DeploymentState): (typeof looks)[DeploymentState] {
  return looks[state]
}

/** In the order in which one state becomes the other. */
export const stateOrder = Object.keys(looks) as DeploymentState[]

const modes = {
  deploy: 'scripts.mode.deploy',
  remove: 'scripts.mode.remove',
  once: 'scripts.mode.once',
} as const satisfies Record<WireDeployment['mode'], PhraseKey>

export function deploymentTitle({ mode, scriptName }: WireDeployment, t: Translate): string {
  return t(modes[mode], { script: scriptName })
}
