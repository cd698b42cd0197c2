import { listServiceRecords, type ServiceRecord } from '@coldkeep/contract/areas/amber'
import type { StoreId } from '@coldkeep/domain/ids'
import { type ServiceId, serviceIds } from '@coldkeep/domain/service-points/service'
import { formatInstant } from '@coldkeep/phrases/format'
import type { Translate } from '@coldkeep/phrases/keys'
import { useMemo, useState } from 'react'
import { readCall, useCall } from '../../api/use-call'
import { SelectField } from '../../kit/field/SelectField'
import type { Column } from '../../kit/table/column'
import { DataTable } from '../../kit/table/DataTable'
import { initialView } from '../../kit/table/table-view'
import { useLanguage, useText } from '../../kit/text'
import frame from '../../parts/page.module.css'
import { tableRows } from '../../parts/table-rows'
import { useAddress } from '../../parts/use-address'
import { readEveryPage } from '../../site/read-every-page'
import { type AmberChoice, periodOf } from './amber-choice'

const PAGE_SIZE = 10
/** The alert service. */
const USUAL: ServiceId = 7

export interface RecordTableProps {
  readonly storeId: StoreId
  readonly choice: AmberChoice
}

/** Records of a service at a store in the period of the search: of the alert service, unless another is chosen. */
export function RecordTable({ storeId, choice }: RecordTableProps) {
  const t = useText()
  const language = useLanguage()
  const [parameters, changeAddress] = useAddress()
  const serviceId = serviceIds.find((id) => String(id) === parameters.service) ?? USUAL
  const [view, setView] = useState(() => initialView(PAGE_SIZE))
  const query = { storeId, serviceId, ...periodOf(choice) }
  const { page, pageSize } = view
  const answer = useCall(
    listServiceRecords,
    { query: { ...query, page, pageSize } },
    { quiet: true, keepsPrevious: true },
  )
  const zone = answer.data?.zone
  const columns = useMemo(() => columnsOf(t, zone), [t, zone])
  const served = {
    total: answer.data?.total ?? 0,
    ...{ search: '', isSearched: false, isFiltered: false, onSearch: nothing, onClear: nothing },
    readAll: () =>
      readEveryPage(async (paging) => {
        const whole = await readCall(listServiceRecords, { query: { ...query, ...paging } }, language)
        return { rows: whole.records, total: whole.total }
      }),
  }
  return (
    <div className={frame.stack}>
      <div className={frame.filters}>
        <SelectField
          label={t('amber.serviceChoice')}
          value={String(serviceId)}
          choices={serviceIds.map((id) => ({ value: String(id), label: t(`amber.services.${id}`) }))}
          onChange={(next) => {
            changeAddress({ service: next === null || next === String(USUAL) ? undefined : next })
            setView(initialView(PAGE_SIZE))
          }}
        />
      </div>
      <DataTable
        title={t('amber.records')}
        tableKey="amber-records"
        columns={columns}
        rows={{ ...tableRows(answer, answer.data?.records), served }}
        rowKey={({ id }) => id}
        pageSize={PAGE_SIZE}
        view={{ current: view, onChange: setView }}
        empty={{ title: t('amber.noRecords') }}
      />
    </div>
  )
}

const nothing = () => undefined

function columnsOf(t: Translate, zone: string | undefined): readonly Column<ServiceRecord>[] {
  return [
    {
      ...{ key: 'at', title: t('amber.time'), kind: 'time' },
      value: ({ at }) => at,
      cell: ({ at }) => formatInstant(at, zone),
    },
    { key: 'text', title: t('amber.event'), kind: 'text', wraps: 'words', value: ({ text }) => text },
    { key: 'engineer', title: t('amber.engineer'), kind: 'text', value: ({ engineer }) => engineer },
    { key: 'by', title: t('amber.by'), kind: 'text', value: ({ by }) => by },
    { key: 'points', title: t('amber.points'), kind: 'number', value: ({ points }) => points },
  ]
}
