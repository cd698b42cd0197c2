import type { WireDownload } from '@coldkeep/contract/areas/downloads'
import type { Translate } from '@coldkeep/phrases/keys'
import type { Language } from '@coldkeep/phrases/translate'
import { type Status, StatusTag } from '../../kit/StatusTag'
import type { Column } from '../../kit/table/column'
import styles from './downloads.module.css'
import { sizeText } from './size-text'

const STATUS = {
  waiting: 'waiting',
  running: 'running',
  done: 'done',
  failed: 'failed',
  cancelled: 'waiting',
  expired: 'expired',
} as const satisfies Record<WireDownload['state'], Status>

export function downloadColumns(t: Translate, language: Language): readonly Column<WireDownload>[] {
  return [
    {
      key: 'title',
      title: t('reports.record.name'),
      kind: 'text',
      wraps: 'words',
      value: ({ title }) => title,
    },
    {
      key: 'state',
      title: t('reports.record.state'),
      kind: 'status',
      value: ({ state }) => t(`reports.state.${state}`),
      cell: (row) => <StateCell row={row} t={t} />,
    },
    {
      key: 'size',
      title: t('reports.record.size'),
      kind: 'number',
      value: ({ size }) => size,
      cell: ({ size }) => (size === null ? null : sizeText(language, size)),
    },
    { key: 'account', title: t('reports.record.who'), kind: 'text', value: ({ account }) => account },
    {
      key: 'created',
      title: t('reports.record.ordered'),
      kind: 'time',
      value: ({ createdAt }) => createdAt,
    },
    {
      key: 'ended',
      title: t('reports.record.ended'),
      kind: 'time',
      value: ({ endedAt }) => endedAt,
    },
    {
      key: 'expires',
      title: t('reports.record.expires'),
      kind: 'time',
      value: ({ expiresAt }) => expiresAt,
    },
  ]
}

function StateCell({ row, t }: { row: WireDownload; t: Translate }) {
  const { state, percent, title, fault } = row
  return (
    <div className={styles.progress}>
      <StatusTag
        status={STATUS[state]}
        word={state === 'running' ? t('reports.record.running', { percent }) : t(`reports.state.${state}`)}
      />
      {state === 'running' && (
        <div
          className={styles.track}
          role="progressbar"
          aria-label={t('reports.record.progress', { title })}
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={percent}
        >
          <div className={styles.done} style={{ width: `${percent}%` }} />
        </div>
      )}
      {fault !== null && <span className={styles.fault}>{fault.message}</span>}
    </div>
  )
}
