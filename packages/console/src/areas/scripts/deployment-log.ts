import type { getDeployment, WireDeploymentStore } from '@coldkeep/contract/areas/deployments'
import type { Answer } from '@coldkeep/contract/call'
import { timeParts } from '@coldkeep/phrases/format'
import type { Translate } from '@coldkeep/phrases/keys'
import { useState } from 'react'
import type { LogLine } from '../../kit/LogBox'
import { placeOf } from './CheckResult'
import { deploymentTitle, lookOf } from './deployment-words'

type Deployment = Answer<typeof getDeployment>

/** Why a store did not take it; empty where nothing stands in the way. */
export function whyText({ error, faults }: WireDeploymentStore, t: Translate): string {
  return error ?? faults.map(({ path, message }) => `${placeOf(path, t)} ${message}`.trim()).join(' · ')
}

/** One store in one state. The service knows the last state of each; what was seen before it stays. */
function keyOfStep({ store, terminal, state, changed_at }: WireDeploymentStore): string {
  return [store.id, terminal, state, changed_at].join(' ')
}

/** The steps that were seen since the page was opened, the earliest first. */
export function useSeenSteps(stores: readonly WireDeploymentStore[]): readonly WireDeploymentStore[] {
  const [seen, setSeen] = useState<readonly WireDeploymentStore[]>([])
  const known = new Set(seen.map(keyOfStep))
  const fresh = stores.filter((row) => !known.has(keyOfStep(row)))
  if (fresh.length === 0) return seen
  const all = [...seen, ...fresh].sort((a, b) => a.changed_at - b.changed_at)
  setSeen(all)
  return all
}

/** What happened to a deployment: its start, each step of each store, and its end. */
export function deploymentLog(
  { patch, is_ended }: Pick<Deployment, 'patch' | 'is_ended'>,
  steps: readonly WireDeploymentStore[],
  t: Translate,
): readonly LogLine[] {
  const count = patch.counts.reduce((sum, { stores }) => sum + stores, 0)
  const start: LogLine = {
    key: 'start',
    time: timeText(patch.created_at),
    text: [deploymentTitle(patch, t), t('scripts.toStores', { count }), patch.created_by].join(' · '),
  }
  const lines = steps.map((row): LogLine => {
    const { word, kind } = lookOf(row.state)
    return {
      key: keyOfStep(row),
      time: timeText(row.changed_at),
      text: [`${row.store.code} ${row.store.name}`, row.terminal, t(word), whyText(row, t)]
        .filter(Boolean)
        .join(' · '),
      isFault: kind === 'failed' || kind === 'unreached',
    }
  })
  if (!is_ended) return [start, ...lines]
  const endedAt = Math.max(patch.created_at, ...steps.map((row) => row.changed_at))
  const sums = patch.counts.map(({ state, stores }) => `${t(lookOf(state).word)} ${stores}`).join(', ')
  return [start, ...lines, { key: 'end', time: timeText(endedAt), text: t('scripts.ended', { sums }) }]
}

function timeText(atMs: number): string {
  const { date, second } = timeParts(atMs)
  return `${date} ${second}`
}
