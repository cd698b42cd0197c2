import type { EnrolmentRow } from '@coldkeep/contract/areas/enrolment'
import { useMemo } from 'react'
import { StatusTag } from '../../kit/StatusTag'
import type { Column } from '../../kit/table/column'
import { DataTable } from '../../kit/table/DataTable'
import { useText } from '../../kit/text'
import frame from '../../parts/page.module.css'

export interface EnrolmentPreviewProps {
  readonly rows: readonly EnrolmentRow[]
  readonly faultCount: number
}

/** What each row of a table would make, or why it cannot; problems come first. */
export function EnrolmentPreview({ rows, faultCount }: EnrolmentPreviewProps) {
  const t = useText()
  const sorted = useMemo(
    () => rows.toSorted((a, b) => Number(a.fault === null) - Number(b.fault === null)),
    [rows],
  )
  const columns = useMemo(
    (): Column<EnrolmentRow>[] => [
      {
        key: 'row',
        title: t('terminals.enrolment.row'),
        kind: 'text',
        value: ({ row }) => (row === 0 ? t('terminals.enrolment.wholeFile') : String(row)),
        widthPx: 70,
      },
      {
        key: 'outcome',
        title: t('terminals.enrolment.outcome'),
        kind: 'status',
        value: ({ fault }) => fault ?? t('terminals.enrolment.willMake'),
        cell: ({ fault }) =>
          fault === null ? t('terminals.enrolment.willMake') : <StatusTag status="failed" word={fault} />,
        widthPx: 260,
        wraps: 'words',
      },
      {
        key: 'store',
        title: t('terminals.store'),
        kind: 'text',
        value: ({ store, storeName }) => [store, storeName].filter(Boolean).join(' '),
        widthPx: 190,
      },
      {
        key: 'terminal',
        title: t('terminals.id'),
        kind: 'text',
        value: ({ terminal, fault }) => terminal ?? (fault === null ? t('terminals.enrolment.madeUp') : null),
        widthPx: 130,
      },
      {
        key: 'present',
        title: t('terminals.enrolment.present'),
        kind: 'number',
        value: ({ present }) => present,
        widthPx: 130,
      },
    ],
    [t],
  )
  return (
    <>
      {faultCount > 0 && (
        <p className={frame.note}>{t('terminals.enrolment.faults', { count: faultCount })}</p>
      )}
      <DataTable
        title={t('terminals.enrolment.outcome')}
        tableKey="enrolment preview"
        columns={columns}
        rows={sorted}
        rowKey={(row) => String(sorted.indexOf(row))}
      />
    </>
  )
}
