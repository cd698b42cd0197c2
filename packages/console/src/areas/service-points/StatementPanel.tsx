import {
  getPointStatement,
  type PointStatement,
  pointStatementPdf,
} from '@coldkeep/contract/areas/service-points'
import { localDate } from '@coldkeep/domain/time/local-date'
import type { Translate } from '@coldkeep/phrases/keys'
import { useMemo, useState } from 'react'
import { readFile } from '../../api/read-file'
import { useCall } from '../../api/use-call'
import { SelectField } from '../../kit/field/SelectField'
import type { Column } from '../../kit/table/column'
import { DataTable } from '../../kit/table/DataTable'
import { useText } from '../../kit/text'
import { todayHere } from '../../parts/day-period'
import { FileButton } from '../../parts/FileButton'
import { PlaceFilter, usePlace } from '../../parts/PlaceFilter'
import frame from '../../parts/page.module.css'
import { tableRows } from '../../parts/table-rows'
import { useAddress } from '../../parts/use-address'
import { monthsBefore } from './months'

type StatementRow = PointStatement['total'] & {
  readonly key: string
  readonly service: string
  readonly part: string
}

/** A month of points, of the chain or of a part of it, with its sums; to take along as a file or on paper. */
export function StatementPanel() {
  const t = useText()
  const [{ month: chosen }, changeAddress] = useAddress()
  const { departmentId, storeId } = usePlace()
  const [months] = useState(() => monthsBefore(localDate(todayHere(new Date()))))
  const month = months.find((one) => one === chosen) ?? (months[0] as string)
  const query = { month, departmentId, storeId }
  const answer = useCall(getPointStatement, { query }, { quiet: true })
  const of = answer.data?.of ?? 'chain'
  const columns = useMemo(() => columnsOf(of, t), [of, t])
  const rows = useMemo(() => (answer.data === undefined ? [] : rowsOf(answer.data, t)), [answer.data, t])
  const name = `points-${month}`
  return (
    <div className={frame.stack}>
      <PlaceFilter>
        <SelectField
          label={t('servicePoints.month')}
          value={month}
          choices={months.map((value) => ({ value, label: value }))}
          onChange={(next) => changeAddress({ month: next ?? undefined })}
        />
      </PlaceFilter>
      {answer.data !== undefined && (
        <p className={frame.note}>
          {answer.data.name} · {t(`servicePoints.of.${of}`)}
        </p>
      )}
      <DataTable
        title={`${t('servicePoints.statements')} ${month}`}
        tableKey={`point-statement-${of}`}
        columns={columns}
        rows={tableRows(answer, rows)}
        rowKey={({ key }) => key}
        pageSize={50}
        tools={
          <FileButton name={`${name}.pdf`} read={(signal) => readFile(pointStatementPdf, { query }, signal)}>
            {t('servicePoints.pdf')}
          </FileButton>
        }
        empty={{ title: t('servicePoints.noStatement') }}
      />
    </div>
  )
}

function rowsOf({ lines, total }: PointStatement, t: Translate): StatementRow[] {
  if (lines.length === 0) return []
  return [
    ...lines.map((line) => ({ ...line, key: `${line.serviceId} ${line.part}` })),
    { ...total, key: 'total', service: t('servicePoints.sum'), part: '' },
  ]
}

const figures = {
  chain: ['opening', 'granted', 'used', 'corrected', 'lapsed', 'closing'],
  used: ['opening', 'used', 'corrected', 'closing'],
} as const

function columnsOf(of: PointStatement['of'], t: Translate): readonly Column<StatementRow>[] {
  return [
    {
      key: 'service',
      title: t('servicePoints.service'),
      kind: 'text',
      wraps: 'words',
      value: ({ service }) => service,
    },
    { key: 'part', title: t('servicePoints.part'), kind: 'text', wraps: 'words', value: ({ part }) => part },
    ...figures[of].map(
      (key): Column<StatementRow> => ({
        ...{ key, title: t(`servicePoints.figure.${key}`), kind: 'number' },
        value: (row) => row[key],
      }),
    ),
  ]
}
