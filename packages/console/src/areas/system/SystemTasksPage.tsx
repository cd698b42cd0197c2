import { listTasks } from '@coldkeep/contract/areas/system'
import { useMemo } from 'react'
import { useCall } from '../../api/use-call'
import { type Status, StatusTag } from '../../kit/StatusTag'
import type { Column } from '../../kit/table/column'
import { DataTable } from '../../kit/table/DataTable'
import { useText } from '../../kit/text'
import { tableRows } from '../../parts/table-rows'
import styles from './system.module.css'
import { type Task, taskPercent } from './TaskProgress'

const REFRESH_MS = 3_000

const STATUS = {
  waiting: 'waiting',
  running: 'running',
  done: 'done',
  failed: 'failed',
} as const satisfies Record<Task['state'], Status>

/** Everything the server does that takes longer than a second, and how it went. */
export function SystemTasksPage() {
  const t = useText()
  const tasks = useCall(listTasks, {}, { refreshMs: REFRESH_MS })
  const columns = useMemo(
    (): Column<Task>[] => [
      {
        key: 'kind',
        title: t('system.tasks.work'),
        kind: 'text',
        value: (task) => t(`system.tasks.kind.${task.kind}`),
      },
      {
        key: 'state',
        title: t('system.tasks.stateTitle'),
        kind: 'status',
        value: (task) => t(`system.tasks.state.${task.state}`),
        cell: (task) => (
          <StatusTag status={STATUS[task.state]} word={t(`system.tasks.state.${task.state}`)} />
        ),
      },
      { key: 'percent', title: t('system.tasks.done'), kind: 'percent', decimals: 0, value: taskPercent },
      { key: 'started', title: t('system.tasks.started'), kind: 'time', value: (task) => task.startedAt },
      { key: 'ended', title: t('system.tasks.ended'), kind: 'time', value: (task) => task.endedAt },
      { key: 'message', title: t('system.tasks.message'), kind: 'text', value: (task) => task.message },
    ],
    [t],
  )
  return (
    <div className={styles.page}>
      <DataTable
        title={t('system.tasks.title')}
        tableKey="system-tasks"
        columns={columns}
        rows={tableRows(tasks, tasks.data?.tasks)}
        rowKey={(task) => task.id}
        filterColumn="state"
        empty={{ title: t('system.tasks.none') }}
      />
    </div>
  )
}
