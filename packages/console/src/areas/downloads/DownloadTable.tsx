import {
  cancelDownload,
  downloadStatus,
  linkDownload,
  removeDownload,
  repeatDownload,
  type WireDownload,
} from '@coldkeep/contract/areas/downloads'
import type { Call } from '@coldkeep/contract/call'
import type { UseQueryResult } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useSend } from '../../api/use-call'
import { ConfirmAndSend } from '../../archetypes/ConfirmAndSend'
import { Button } from '../../kit/Button'
import type { Column } from '../../kit/table/column'
import { DataTable } from '../../kit/table/DataTable'
import { useLanguage, useText } from '../../kit/text'
import { tableRows } from '../../parts/table-rows'
import { downloadColumns } from './download-columns'
import styles from './downloads.module.css'
import { fetchFile } from './fetch-file'
import { watchDownload } from './watched-downloads'

export interface DownloadTableProps<Row extends WireDownload> {
  readonly answer: Pick<UseQueryResult, 'isLoading' | 'isError' | 'data' | 'refetch'>
  readonly rows: readonly Row[]
  /** Beside those of every order. */
  readonly more?: readonly Column<Row>[]
  readonly title: string
  /** Shown where there is none. */
  readonly none: string
  /** Reads that a write of this table makes old. */
  readonly changes: readonly Call[]
}

/** Orders with their state, and what can be done with each. */
export function DownloadTable<Row extends WireDownload>({
  answer,
  rows,
  more = [],
  changes,
  title,
  none,
}: DownloadTableProps<Row>) {
  const t = useText()
  const language = useLanguage()
  const [removing, setRemoving] = useState<WireDownload | null>(null)
  const invalidates = [...changes, downloadStatus]
  const linking = useSend(linkDownload, { onDone: ({ url }) => fetchFile(url) })
  const cancelling = useSend(cancelDownload, { invalidates })
  const repeating = useSend(repeatDownload, { invalidates, onDone: ({ id }) => watchDownload(id) })
  const columns = useMemo(() => [...downloadColumns(t, language), ...more], [t, language, more])
  const actionsOf = (row: WireDownload) => (
    <div className={styles.actions}>
      {row.state === 'done' ? (
        <Button size="small" onClick={() => linking.mutate({ params: { id: row.id } })}>
          {t('reports.record.download')}
        </Button>
      ) : row.state === 'waiting' || row.state === 'running' ? (
        <Button size="small" onClick={() => cancelling.mutate({ params: { id: row.id } })}>
          {t('reports.record.cancel')}
        </Button>
      ) : (
        <Button size="small" onClick={() => repeating.mutate({ params: { id: row.id } })}>
          {t('reports.record.again')}
        </Button>
      )}
      <Button size="small" variant="quiet" onClick={() => setRemoving(row)}>
        {t('reports.record.remove')}
      </Button>
    </div>
  )
  return (
    <>
      <DataTable
        title={title}
        tableKey="downloads"
        columns={columns}
        rows={tableRows(answer, rows)}
        rowKey={({ id }) => String(id)}
        filterColumn="state"
        rowActions={actionsOf}
        empty={{ title: none }}
      />
      <ConfirmAndSend
        opened={removing !== null}
        title={t('shell.words.confirmDelete')}
        action={t('reports.record.remove')}
        destructive
        call={removeDownload}
        input={removing && { params: { id: removing.id } }}
        invalidates={invalidates}
        onClose={() => setRemoving(null)}
      >
        <p>{removing?.title}</p>
        <p>{t('reports.record.confirmRemove')}</p>
      </ConfirmAndSend>
    </>
  )
}
