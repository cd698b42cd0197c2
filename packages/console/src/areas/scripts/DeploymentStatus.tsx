import {
  type DeploymentState,
  getDeployment,
  listDeployments,
  listScriptStores,
  type WireDeploymentStore,
} from '@coldkeep/contract/areas/deployments'
import type { JobId } from '@coldkeep/domain/ids'
import { formatInstant } from '@coldkeep/phrases/format'
import type { Translate } from '@coldkeep/phrases/keys'
import { useEffect, useMemo, useState } from 'react'
import { markStale } from '../../api/mark-stale'
import { useCall } from '../../api/use-call'
import { SelectField } from '../../kit/field/SelectField'
import { Icon } from '../../kit/icons'
import { JobProgress } from '../../kit/job/JobProgress'
import { Link } from '../../kit/Link'
import { LoadFailure } from '../../kit/LoadFailure'
import { LogBox } from '../../kit/LogBox'
import { Skeleton } from '../../kit/Skeleton'
import { StatusTag } from '../../kit/StatusTag'
import type { Column } from '../../kit/table/column'
import { DataTable } from '../../kit/table/DataTable'
import { useText } from '../../kit/text'
import frame from '../../parts/page.module.css'
import { tableRows } from '../../parts/table-rows'
import { pagePaths, paths } from '../../site/paths'
import { deploymentLog, useSeenSteps, whyText } from './deployment-log'
import { deploymentTitle, lookOf, stateOrder } from './deployment-words'
import styles from './scripts.module.css'

const REFRESH_MS = 2_000
const PAGE_SIZE = 10
export const MOST_SHOWN = 200
const NO_STORES: readonly WireDeploymentStore[] = []

/** How far a patch or a single run has come, store by store; refreshed until it has ended. */
export function DeploymentStatus({ id }: { id: string }) {
  const t = useText()
  const [state, setState] = useState<DeploymentState | 'all'>('all')
  const [isEnded, setEnded] = useState(false)
  const query = {
    id: Number(id) as JobId,
    state,
    page: 1,
    pageSize: MOST_SHOWN,
  }
  const answer = useCall(
    getDeployment,
    { query },
    { keepsPrevious: true, ...(!isEnded && { refreshMs: REFRESH_MS }) },
  )
  const { data } = answer
  if (data !== undefined && data.isEnded !== isEnded) setEnded(data.isEnded)
  useEffect(() => {
    // the other tables of the page still have it on its way
    if (isEnded) markStale([listDeployments, listScriptStores])
  }, [isEnded])
  const columns = useMemo(() => columnsOf(t), [t])
  const steps = useSeenSteps(data?.stores ?? NO_STORES)
  if (answer.isLoading) return <Skeleton height={160} />
  if (data === undefined) return <LoadFailure onRetry={() => void answer.refetch()} />
  const { patch } = data
  const countOf = (one: DeploymentState) => patch.counts.find((row) => row.state === one)?.stores ?? 0
  const parts = stateOrder
    .filter((one) => countOf(one) > 0)
    .map((one) => ({ key: one, label: t(lookOf(one).word), kind: lookOf(one).kind, count: countOf(one) }))
  // of one store the log says it all
  const isMany = patch.mode !== 'once' || data.total > 1
  const failed = parts.some(({ kind }) => kind === 'failed')
  const lastMs = Math.max(patch.createdAt, ...data.stores.map((row) => row.changedAt))
  return (
    <div className={frame.stack}>
      <JobProgress
        title={deploymentTitle(patch, t)}
        state={data.isEnded ? (failed ? 'partlyFailed' : 'done') : 'running'}
        parts={parts}
        startedAtMs={patch.createdAt}
        nowMs={data.isEnded ? lastMs : answer.dataUpdatedAt}
        endedAtMs={data.isEnded ? lastMs : null}
      />
      {data.unzonedDevices > 0 && <Unzoned count={data.unzonedDevices} />}
      {patch.note !== '' && <p className={frame.note}>{patch.note}</p>}
      <LogBox title={t('scripts.result')} lines={deploymentLog(data, steps, t)} />
      {isMany && (
        <DataTable
          title={t('scripts.byStore')}
          tableKey="script deployment"
          columns={columns}
          rows={tableRows(answer, data.stores)}
          rowKey={(row) => `${row.store.id} ${row.terminalId ?? ''}`}
          pageSize={PAGE_SIZE}
        >
          {parts.length > 1 && (
            <SelectField
              label={t('commands.state')}
              hideLabel
              value={state}
              choices={[
                { value: 'all', label: t('scripts.allStates') },
                ...parts.map(({ key, label }) => ({ value: key, label })),
              ]}
              onChange={(next) => setState((next as DeploymentState | 'all' | null) ?? 'all')}
            />
          )}
        </DataTable>
      )}
      {data.total > data.stores.length && (
        <p className={frame.note}>
          {t('scripts.firstStores', { shown: data.stores.length, count: data.total })}
        </p>
      )}
    </div>
  )
}

/** Devices that were entered on the way are judged by no limits before their type is known. */
function Unzoned({ count }: { readonly count: number }) {
  const t = useText()
  return (
    <p className={styles.unzoned} role="status">
      <Icon name="alert" />
      {t('scripts.unzoned', { count })}
      <Link href={paths.withSearch(pagePaths.equipment, { zone: 'unsaid' })}>{t('scripts.sayZones')}</Link>
    </p>
  )
}

const columnsOf = (t: Translate): readonly Column<WireDeploymentStore>[] => [
  {
    key: 'store',
    title: t('organisation.store.label'),
    kind: 'text',
    value: ({ store }) => `${store.code} ${store.name}`,
  },
  {
    key: 'terminal',
    title: t('scripts.terminal'),
    kind: 'text',
    value: ({ terminalId: terminal }) => terminal ?? '',
    href: ({ terminalId: terminal }) =>
      terminal === null ? null : paths.withSearch(paths.terminals, { id: terminal }),
  },
  {
    key: 'state',
    title: t('commands.state'),
    kind: 'status',
    value: ({ state }) => t(lookOf(state).word),
    cell: ({ state }) => <StatusTag status={lookOf(state).status} word={t(lookOf(state).word)} />,
  },
  {
    key: 'why',
    title: t('commands.why'),
    kind: 'text',
    wraps: 'words',
    value: (row) => whyText(row, t),
  },
  {
    key: 'at',
    title: t('commands.at'),
    kind: 'time',
    value: (row) => row.changedAt,
    cell: (row) => formatInstant(row.changedAt),
  },
]
