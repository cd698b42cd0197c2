import type { StoreFileFault, StoreImportResult } from '@coldkeep/contract/areas/stores'
import { useMemo } from 'react'
import type { Column } from '../../kit/table/column'
import { DataTable } from '../../kit/table/DataTable'
import { useText } from '../../kit/text'
import frame from '../../parts/page.module.css'
import styles from './organisation.module.css'

type Change = StoreImportResult['changes'][number]

/** What a table of stores would do, or everything that is wrong with it. */
export function ImportPreview({ result }: { result: StoreImportResult }) {
  return result.faultCount > 0 ? <Faults result={result} /> : <Changes result={result} />
}

function Changes({ result }: { result: StoreImportResult }) {
  const t = useText()
  const { added, changed, unchanged, newVendors, changes } = result
  const columns = useMemo(
    (): Column<Change>[] => [
      {
        key: 'code',
        title: t('organisation.stores.code'),
        kind: 'text',
        value: ({ code }) => code,
        widthPx: 120,
      },
      {
        key: 'name',
        title: t('organisation.stores.name'),
        kind: 'text',
        value: ({ name }) => name,
        widthPx: 240,
      },
      {
        key: 'kind',
        title: t('organisation.stores.kind'),
        kind: 'status',
        value: ({ isNew }) => t(`organisation.stores.${isNew ? 'isNew' : 'isChanged'}`),
        widthPx: 110,
      },
      {
        key: 'columns',
        title: t('organisation.stores.columnsTitle'),
        kind: 'text',
        value: (change) => (change.isNew ? null : change.columns.join(', ')),
        widthPx: 320,
      },
    ],
    [t],
  )
  return (
    <>
      <p className={styles.sums}>
        {t('organisation.stores.added', { count: added })}
        {' · '}
        {t('organisation.stores.changed', { count: changed })}
        {' · '}
        {t('organisation.stores.unchanged', { count: unchanged })}
      </p>
      {newVendors.length > 0 && (
        <p className={frame.note}>{t('organisation.stores.newVendors', { names: newVendors.join(', ') })}</p>
      )}
      {changes.length > 0 && (
        <DataTable
          title={t('organisation.stores.result')}
          tableKey="store changes"
          columns={columns}
          rows={changes}
          rowKey={({ code }) => code}
          filterColumn="kind"
        >
          {added + changed > changes.length && (
            <span className={frame.note}>{t('organisation.stores.first', { count: changes.length })}</span>
          )}
        </DataTable>
      )}
    </>
  )
}

function Faults({ result: { faults, faultCount } }: { result: StoreImportResult }) {
  const t = useText()
  const columns = useMemo(
    (): Column<StoreFileFault>[] => [
      {
        key: 'row',
        title: t('organisation.stores.row'),
        kind: 'text',
        value: ({ row }) => (row === 0 ? t('organisation.stores.wholeFile') : String(row)),
        widthPx: 110,
      },
      {
        key: 'column',
        title: t('organisation.stores.column'),
        kind: 'text',
        value: ({ row, column }) => (column === '' && row > 0 ? t('organisation.stores.wholeRow') : column),
        widthPx: 160,
      },
      {
        key: 'why',
        title: t('organisation.departments.why'),
        kind: 'text',
        value: ({ message }) => message,
        widthPx: 380,
      },
      {
        key: 'value',
        title: t('organisation.stores.value'),
        kind: 'text',
        value: ({ value }) => value,
        widthPx: 240,
      },
    ],
    [t],
  )
  return (
    <DataTable
      title={t('organisation.stores.faults')}
      tableKey="store faults"
      columns={columns}
      rows={faults}
      rowKey={(fault) => String(faults.indexOf(fault))}
    >
      {faultCount > faults.length && (
        <span className={frame.note}>
          {t('organisation.stores.faultsFirst', { shown: faults.length, count: faultCount })}
        </span>
      )}
    </DataTable>
  )
}
