import { listFirmwareJobs, type WireFirmwareJob } from '@coldkeep/contract/areas/firmware-jobs'
import type { Translate } from '@coldkeep/phrases/keys'
import { useMemo } from 'react'
import { useCall } from '../../api/use-call'
import { Button } from '../../kit/Button'
import { StatusTag } from '../../kit/StatusTag'
import type { Column } from '../../kit/table/column'
import { DataTable } from '../../kit/table/DataTable'
import { useText } from '../../kit/text'
import { tableRows } from '../../parts/table-rows'
import { jobName, jobStatus, partsOf, terminalsOf } from './job-words'

const MOST_LISTED = 100
const PAGE_SIZE = 5
const REFRESH_MS = 30_000
/** One of them is watched below: the list is not to say something older. */
const WATCHED_REFRESH_MS = 10_000
const query = { page: 1, pageSize: MOST_LISTED }

export interface JobListProps {
  readonly current: string | null
  readonly onOpen: (token: string) => void
  readonly onNew: () => void
}

/** Update jobs, those that run before the others; the way back to each. */
export function JobList({ current, onOpen, onNew }: JobListProps) {
  const t = useText()
  const refreshMs = current === null ? REFRESH_MS : WATCHED_REFRESH_MS
  const answer = useCall(listFirmwareJobs, { query }, { refreshMs })
  const columns = useMemo(() => columnsOf(t), [t])
  return (
    <DataTable
      title={t('firmware.jobs.title')}
      tableKey="firmware jobs"
      columns={columns}
      rows={tableRows(answer, answer.data?.jobs)}
      rowKey={({ token }) => String(token)}
      pageSize={PAGE_SIZE}
      empty={{ title: t('firmware.jobs.none') }}
      onOpen={({ token }) => onOpen(String(token))}
      tools={
        current !== null && (
          <Button size="small" icon="plus" onClick={onNew}>
            {t('firmware.jobs.add')}
          </Button>
        )
      }
      rowActions={(job) => (
        <Button
          size="small"
          variant="quiet"
          aria-label={t('firmware.jobs.showOf', { name: jobName(job, t) })}
          disabledReason={String(job.token) === current ? t('firmware.jobs.shown') : null}
          onClick={() => onOpen(String(job.token))}
        >
          {t('firmware.jobs.show')}
        </Button>
      )}
    />
  )
}

const columnsOf = (t: Translate): readonly Column<WireFirmwareJob>[] => [
  { key: 'what', title: t('firmware.jobs.what'), kind: 'text', value: (job) => jobName(job, t) },
  {
    key: 'state',
    title: t('firmware.jobs.state'),
    kind: 'status',
    value: ({ state }) => t(`firmware.jobState.${state}`),
    cell: (job) => <StatusTag status={jobStatus(job)} word={t(`firmware.jobState.${job.state}`)} />,
  },
  {
    key: 'terminals',
    title: t('firmware.jobs.terminals'),
    kind: 'number',
    value: ({ counts }) => terminalsOf(counts),
  },
  {
    key: 'counts',
    title: t('firmware.job.byTerminal'),
    kind: 'text',
    wraps: 'words',
    value: ({ counts }) =>
      partsOf(counts, t)
        .filter(({ count }) => count > 0)
        .map(({ label, count }) => `${label} ${count}`)
        .join(', '),
  },
  { key: 'started', title: t('firmware.jobs.started'), kind: 'time', value: ({ createdAt }) => createdAt },
  { key: 'by', title: t('firmware.jobs.by'), kind: 'text', value: ({ createdBy }) => createdBy },
  { key: 'note', title: t('firmware.jobs.note'), kind: 'text', wraps: 'words', value: ({ note }) => note },
]
