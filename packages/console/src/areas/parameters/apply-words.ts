import {
  decideApply,
  listApplies,
  planApply,
  readApply,
  readApplyEffect,
  type WireApply,
} from '@coldkeep/contract/areas/parameter-applies'
import type { AppliedState, ApplyState, StepState } from '@coldkeep/domain/parameters/apply'
import type { TrialFigure } from '@coldkeep/domain/parameters/trial-figures'
import { formatNumber, NO_VALUE } from '@coldkeep/phrases/format'
import type { Translate } from '@coldkeep/phrases/keys'
import type { Language } from '@coldkeep/phrases/translate'
import type { CallRules } from '../../archetypes/editor/use-call-form'
import type { IconName } from '../../kit/icons'
import type { JobPart, JobPartKind } from '../../kit/job/JobProgress'
import type { Status } from '../../kit/StatusTag'

/** Reads that a step of an apply makes old. */
export const applyReads = [listApplies, readApply, readApplyEffect, planApply]

export const applyLooks: Record<ApplyState, { readonly status: Status; readonly icon?: IconName }> = {
  waiting: { status: 'waiting' },
  trial: { status: 'running' },
  watching: { status: 'running', icon: 'eye' },
  waves: { status: 'running' },
  paused: { status: 'failed', icon: 'pause' },
  done: { status: 'done' },
  stopped: { status: 'failed' },
  rejected: { status: 'locked' },
  expired: { status: 'expired' },
}

export const appliedLooks: Record<AppliedState, Status> = {
  planned: 'waiting',
  writing: 'running',
  done: 'done',
  unchanged: 'done',
  failed: 'failed',
  missed: 'failed',
  skipped: 'locked',
  undone: 'done',
}

export const stepLooks: Record<StepState, Status> = {
  planned: 'waiting',
  writing: 'running',
  confirmed: 'done',
  same: 'done',
  failed: 'failed',
  unknown: 'failed',
  missed: 'failed',
}

const ended: readonly ApplyState[] = ['done', 'stopped', 'rejected', 'expired']

export function isEnded({ state }: Pick<WireApply, 'state'>): boolean {
  return ended.includes(state)
}

const kinds: readonly (readonly [AppliedState, JobPartKind])[] = [
  ['planned', 'waiting'],
  ['writing', 'running'],
  ['done', 'done'],
  ['unchanged', 'done'],
  ['undone', 'done'],
  ['failed', 'failed'],
  ['missed', 'unreached'],
  ['skipped', 'unreached'],
]

/** How many devices are how far. */
export function partsOf(counts: WireApply['counts'], t: Translate): readonly JobPart[] {
  return kinds.map(([state, kind]) => ({
    ...{ key: state, label: t(`parameters.applied.${state}`), kind, count: counts[state] },
  }))
}

const units: Record<TrialFigure, string> = {
  deviation: 'K',
  run_ratio: '%',
  starts: '/h',
  pull_down: 'K/min',
  recovery: 'min',
  coil_difference: 'K',
  defrost_count: '',
  defrost_minutes: 'min',
  defrost_end: '°C',
  alarms: '',
}

const counted: readonly TrialFigure[] = ['defrost_count', 'alarms']

export function figureOfTrial(figure: TrialFigure, value: number | null, language: Language): string {
  if (value === null) return NO_VALUE
  // a share of the time is read as percent
  const shown = figure === 'run_ratio' ? value * 100 : value
  return formatNumber(language, shown, { decimals: counted.includes(figure) ? 0 : 1, unit: units[figure] })
}

export function rejectionOfApply(
  id: WireApply['id'],
  t: Translate,
): CallRules<typeof decideApply, { readonly reason: string }> {
  return {
    call: decideApply,
    labels: { reason: t('parameters.apply.reason') },
    inputOf: ({ reason }) => ({ body: { id, approves: false, reason } }),
  }
}
