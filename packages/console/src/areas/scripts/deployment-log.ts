import type { getDeployment, WireDeploymentStore } from '@coldkeep/contract/areas/deployments'
import type { Answer } from '@coldkeep/contract/call'
import { timeParts } from '@coldkeep/phrases/format'
import type { Translate } from '@coldkeep/phrases/keys'
import { useState } from 'react'
import type { LogLine } from '../../kit/LogBox'
import { placeOf } from './CheckResult'
import { deploymentTitle, lookOf } from './deployment-words'

type Deployment = Answer<typeof getDeployment>

/** Why a store did not take it; empty where nothing prevents it. */
export function whyText({ error, faults }: WireDeploymentStore, t: Translate): string {
  return error ?? faults.map(({ path, message }) => `${placeOf(path, t)} ${message}`.trim()).join(' · ')
}

/** One store in one state. The service holds the last state of each; earlier ones stay as they were seen. */
function keyOfStep({ store, terminalId: terminal, state, changedAt }: WireDeploymentStore): string {
  return [store.id, terminal, state, changedAt].join(' ')
}

/** The steps that were seen since the page was opened, the earliest first. */
export function useSeenSteps(stores: readonly WireDeploymentStore[]): readonly WireDeploymentStore[] {
  const [seen, setSeen] = useState<readonly WireDeploymentStore[]>([])
  const known = new Set(seen.map(keyOfStep))
  const fresh = stores.filter((row) => !known.has(keyOfStep(row)))
  if (fresh.length === 0) return seen
  const all = [...seen, ...fresh].sort((a, b) => a.changedAt - b.changedAt)
  setSeen(all)
  return all
}

/** What happened to a deployment: its start, each step of each store, and its end. */
export function deploymentLog(
  { patch, isEnded }: Pick<Deployment, 'patch' | 'isEnded'>,
  steps: readonly WireDeploymentStore[],
  t: Translate,
): readonly LogLine[] {
  const count = patch.counts.reduce((sum, { stores }) => sum + stores, 0)
  const start: LogLine = {
    key: 'start',
    time: timeText(patch.createdAt),
    text: [deploymentTitle(patch, t), t('scripts.toStores', { count }), patch.createdBy].join(' · '),
  }
  const lines = steps.map((row): LogLine => {
    const { word, kind } = lookOf(row.state)
    return {
      key: keyOfStep(row),
      time: timeText(row.changedAt),
      text: [`${row.store.code} ${row.store.name}`, row.terminalId, t(word), whyText(row, t)]
        .filter(Boolean)
        .join(' · '),
      isFault: kind === 'failed' || kind === 'unreached',
    }
  })
  if (!isEnded) return [start, ...lines]
  const endedAt = Math.max(patch.createdAt, ...steps.map((row) => row.changedAt))
  const sums = patch.counts.map(({ state, stores }) => `${t(lookOf(state).word)} ${stores}`).join(', ')
  return [start, ...lines, { key: 'end', time: timeText(endedAt), text: t('scripts.ended', { sums }) }]
}

function timeText(atMs: number): string {
  const { date, second } = timeParts(atMs)
  return `${date} ${second}`
}
