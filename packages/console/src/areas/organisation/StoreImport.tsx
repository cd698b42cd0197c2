import { storesCsv } from '@coldkeep/contract/areas/stores'
import { neededColumns, storeColumns } from '@coldkeep/domain/organisation/store-cells'
import { useMemo, useState } from 'react'
import { readCall } from '../../api/use-call'
import { Button } from '../../kit/Button'
import { ConfirmDialog } from '../../kit/dialog/ConfirmDialog'
import { FileField } from '../../kit/field/FileField'
import { Spinner } from '../../kit/Spinner'
import type { Column } from '../../kit/table/column'
import { DataTable } from '../../kit/table/DataTable'
import { downloadText } from '../../kit/table/export-csv'
import { useLanguage, useText } from '../../kit/text'
import { ImportPreview } from './ImportPreview'
import styles from './organisation.module.css'
import { useStoreImport } from './use-store-import'

interface ColumnRow {
  readonly name: (typeof storeColumns)[number]
}
const columnRows: readonly ColumnRow[] = storeColumns.map((name) => ({ name }))
const needed: ReadonlySet<string> = new Set(neededColumns)

/** Stores from a table: template, dry run with every fault, then all or nothing. */
export function StoreImport() {
  const t = useText()
  const language = useLanguage()
  const [isConfirming, setConfirming] = useState(false)
  const table = useStoreImport()
  const { preview } = table
  const download = async (rows: 'all' | 'none') => {
    const answer = await readCall(storesCsv, { query: { departmentId: null, rows } }, language).catch(
      () => null,
    )
    if (answer !== null) downloadText(answer.csv, 'stores.csv')
  }
  return (
    <div className={styles.tab}>
      <section className={styles.panel} aria-label={t('organisation.stores.file')}>
        <div className={styles.bar}>
          <FileField
            label={t('organisation.stores.file')}
            help={t('organisation.stores.fileHelp')}
            accept=".csv,text/csv"
            file={table.file}
            error={table.fault}
            onChange={(file) => void table.choose(file)}
          />
          <div className={styles.actions}>
            <Button icon="download" onClick={() => void download('none')}>
              {t('organisation.stores.template')}
            </Button>
            <Button icon="download" onClick={() => void download('all')}>
              {t('organisation.stores.current')}
            </Button>
            <Button variant="primary" disabledReason={table.missing} onClick={() => setConfirming(true)}>
              {t('organisation.stores.doImport')}
            </Button>
          </div>
        </div>
        <div aria-live="polite">
          {table.isOutdated && <p className={styles.fault}>{t('organisation.stores.changedMeanwhile')}</p>}
          {table.isChecking && <Spinner />}
          {preview !== null && <ImportPreview result={preview} />}
        </div>
      </section>
      <StoreColumns />
      {preview !== null && (
        <ConfirmDialog
          opened={isConfirming}
          title={t('organisation.stores.question')}
          action={t('organisation.stores.doImport')}
          busy={table.isRunning}
          onConfirm={() => table.run(() => setConfirming(false))}
          onCancel={() => setConfirming(false)}
        >
          {t('organisation.stores.added', { count: preview.added })}
          {' · '}
          {t('organisation.stores.changed', { count: preview.changed })}
        </ConfirmDialog>
      )}
    </div>
  )
}

/** What each column of the file holds. */
function StoreColumns() {
  const t = useText()
  const columns = useMemo(
    (): Column<ColumnRow>[] => [
      {
        key: 'name',
        title: t('organisation.stores.column'),
        kind: 'text',
        value: ({ name }) => name,
        widthPx: 180,
      },
      {
        key: 'needed',
        title: t('organisation.stores.needed'),
        kind: 'text',
        value: ({ name }) => (needed.has(name) ? t('organisation.stores.yes') : null),
        widthPx: 170,
      },
      {
        key: 'holds',
        title: t('organisation.stores.meaning'),
        kind: 'text',
        value: ({ name }) => t(`organisation.stores.holds.${name}`),
        widthPx: 480,
      },
    ],
    [t],
  )
  return (
    <DataTable
      title={t('organisation.stores.columns')}
      tableKey="store columns"
      columns={columns}
      rows={columnRows}
      rowKey={({ name }) => name}
      pageSize={columnRows.length}
    />
  )
}
