import type { WirePlannedUpdate } from '@coldkeep/contract/areas/firmware-consent'
import type { Translate } from '@coldkeep/phrases/keys'
import { type ReactNode, useMemo } from 'react'
import type { Column } from '../../kit/table/column'
import { DataTable } from '../../kit/table/DataTable'
import { useText } from '../../kit/text'
import styles from './home.module.css'
import { windowWords } from './planned-words'

const PAGE_SIZE = 5

export interface PlannedTableProps {
  readonly updates: readonly WirePlannedUpdate[]
  /** More than are listed, where there are many. */
  readonly total: number
  readonly actionOf: (update: WirePlannedUpdate) => ReactNode
}

/** Updates that wait, store by store. */
export function PlannedTable({ updates, total, actionOf }: PlannedTableProps) {
  const t = useText()
  const columns = useMemo(() => columnsOf(t), [t])
  return (
    <>
      <DataTable
        title={t('overview.update.label')}
        tableKey="planned updates"
        columns={columns}
        rows={updates}
        rowKey={({ token, store }) => `${token} ${store.id}`}
        pageSize={PAGE_SIZE}
        rowActions={actionOf}
      />
      {total > updates.length && (
        <p className={styles.none}>{t('overview.update.first', { count: updates.length })}</p>
      )}
    </>
  )
}

const columnsOf = (t: Translate): readonly Column<WirePlannedUpdate>[] => [
  {
    key: 'store',
    title: t('overview.update.store'),
    kind: 'text',
    value: ({ store }) => `${store.code} ${store.name}`,
  },
  { key: 'version', title: t('overview.update.version'), kind: 'text', value: ({ version }) => version },
  {
    key: 'window',
    title: t('overview.update.window'),
    kind: 'text',
    value: (update) => t('overview.update.windowOf', windowWords(update)),
  },
  {
    key: 'postponed',
    title: t('overview.update.said'),
    kind: 'number',
    value: ({ postponed }) => postponed,
  },
]
