import { getPointApplicationForm } from '@coldkeep/contract/areas/point-applications'
import {
  listPointDetails,
  type PointDetailRow,
  pointDetailCsv,
} from '@coldkeep/contract/areas/service-points'
import type { Answer } from '@coldkeep/contract/call'
import { type ServiceId, serviceIds } from '@coldkeep/domain/service-points/service'
import { useMemo, useState } from 'react'
import { readFile } from '../../api/read-file'
import { useCall } from '../../api/use-call'
import { useListScreen } from '../../archetypes/list/use-list-screen'
import { Button } from '../../kit/Button'
import { SelectField } from '../../kit/field/SelectField'
import { DataTable } from '../../kit/table/DataTable'
import { useText } from '../../kit/text'
import { PlaceFilter, usePlace } from '../../parts/PlaceFilter'
import frame from '../../parts/page.module.css'
import { readWhole } from '../../parts/read-whole'
import { useAddress } from '../../parts/use-address'
import { detailColumns } from './detail-columns'
import { ReasonDialog } from './ReasonDialog'
import { correctionRules } from './reason-form'

const PAGE_SIZE = 10
/** Online repair, of which there is most. */
const USUAL: ServiceId = 3
const rowsOf = ({ services }: Answer<typeof listPointDetails>) => services[0]?.rows ?? []

/** What used the points of one service, which is in the address as the department and the store are. */
export function DetailSection({ mayManage }: { readonly mayManage: boolean }) {
  const t = useText()
  const [{ service }, changeAddress] = useAddress()
  const { departmentId, storeId } = usePlace()
  const [corrected, setCorrected] = useState<PointDetailRow | null>(null)
  const serviceId = serviceIds.find((id) => String(id) === service) ?? USUAL
  const titles = useCall(getPointApplicationForm, {}).data?.services ?? []
  const place = { serviceId, departmentId, storeId }
  const list = useListScreen({
    list: listPointDetails,
    query: () => place,
    rowsOf,
    pageSize: PAGE_SIZE,
    filters: ['dep', 'store'],
    isFiltered: departmentId !== null || storeId !== null,
    isSearched: false,
    quiet: true,
  })
  const columns = useMemo(() => detailColumns(serviceId, t), [serviceId, t])
  const title = titles.find(({ id }) => id === serviceId)?.title ?? t('servicePoints.details')
  return (
    <section className={frame.stack} aria-label={t('servicePoints.details')}>
      <PlaceFilter>
        <SelectField
          label={t('servicePoints.service')}
          value={String(serviceId)}
          choices={titles.map((one) => ({ value: String(one.id), label: one.title }))}
          onChange={(next) => changeAddress({ service: next ?? undefined, page: undefined })}
        />
      </PlaceFilter>
      <DataTable
        {...list.table}
        key={serviceId}
        title={`${t('servicePoints.details')} · ${title}`}
        tableKey={`point-details-${serviceId}`}
        columns={columns}
        rowKey={({ id }) => String(id)}
        rowActions={
          mayManage
            ? (row) =>
                row.kind === 'use' && !row.isCorrected && row.points > 0 ? (
                  <Button size="small" variant="quiet" onClick={() => setCorrected(row)}>
                    {t('servicePoints.correct')}
                  </Button>
                ) : null
            : undefined
        }
        whole={{
          note: t('servicePoints.file'),
          read: (choice, signal) => {
            const chosen = choice.columns.map((key) => columns.findIndex((column) => column.key === key))
            const query = { ...place, columns: chosen }
            return readWhole(() => readFile(pointDetailCsv, { query }, signal), signal)
          },
        }}
        empty={{ title: t('servicePoints.noDetails') }}
      />
      {corrected !== null && (
        <ReasonDialog
          title={t('servicePoints.correctTitle')}
          action={t('servicePoints.correct')}
          rules={correctionRules(corrected.id, t)}
          onClose={() => setCorrected(null)}
        />
      )}
    </section>
  )
}
