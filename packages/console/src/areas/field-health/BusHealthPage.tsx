import { busHealth } from '@coldkeep/contract/areas/field-health'
import { formatInstant, formatNumber } from '@coldkeep/phrases/format'
import { useMemo } from 'react'
import { useCall } from '../../api/use-call'
import type { Column } from '../../kit/table/column'
import { DataTable } from '../../kit/table/DataTable'
import { TableSearch } from '../../kit/table/TableSearch'
import { useLanguage, useText } from '../../kit/text'
import { LiveStatus } from '../../parts/LiveStatus'
import { PlaceFilter, usePlace } from '../../parts/PlaceFilter'
import frame from '../../parts/page.module.css'
import { tableRows } from '../../parts/table-rows'
import { useAddressView } from '../../parts/use-address-view'
import { PageHead } from '../../site/PageHead'
import { paths } from '../../site/paths'
import { BusDay, type BusEntry } from './BusDay'

const REFRESH_MS = 60_000
const PAGE_SIZE = 20
const NAME = 't1'

/** How the requests of the terminals to their devices went in the last day, the worst first. */
export function BusHealthPage() {
  const t = useText()
  const language = useLanguage()
  const place = usePlace()
  const columns = useColumns()
  const answer = useCall(busHealth, { query: place }, { refreshMs: REFRESH_MS, keepsPrevious: true })
  const devices = answer.data?.devices ?? []
  const view = useAddressView(NAME, columns, PAGE_SIZE)
  const chosen = devices.find((device) => String(device.id) === view.current.row) ?? null
  const total = answer.data?.total ?? 0

  return (
    <div className={frame.page}>
      <PageHead status={<LiveStatus updatedAtMs={answer.dataUpdatedAt} refreshMs={REFRESH_MS} />} />
      <PlaceFilter />
      <DataTable
        title={t('fieldHealth.busTable')}
        tableKey="bus health"
        columns={columns}
        rows={tableRows(answer, devices)}
        rowKey={(device) => String(device.id)}
        filterColumn="store"
        pageSize={PAGE_SIZE}
        view={view}
        selection={{ of: 'one' }}
        empty={{ title: t('fieldHealth.busNone') }}
        tools={<TableSearch />}
      >
        {total > devices.length && (
          <span className={frame.note}>
            {t('fieldHealth.worstOf', {
              shown: formatNumber(language, devices.length),
              total: formatNumber(language, total),
            })}
          </span>
        )}
      </DataTable>
      {chosen !== null && answer.data ? (
        <BusDay device={chosen} from={answer.data.from} until={answer.data.until} />
      ) : (
        devices.length > 0 && <p className={frame.note}>{t('fieldHealth.chooseDevice')}</p>
      )}
    </div>
  )
}

function useColumns(): readonly Column<BusEntry>[] {
  const t = useText()
  return useMemo(
    (): Column<BusEntry>[] => [
      {
        key: 'device',
        title: t('fieldHealth.device'),
        kind: 'text',
        value: (device) => device.name,
        href: (device) => paths.device(device.id),
      },
      {
        key: 'store',
        title: t('fieldHealth.store'),
        kind: 'text',
        value: ({ store }) => `${store.code} ${store.name}`,
      },
      {
        key: 'terminal',
        title: t('fieldHealth.terminal'),
        kind: 'text',
        value: (device) => device.terminalId,
      },
      {
        key: 'rate',
        title: t('fieldHealth.answerRate'),
        kind: 'percent',
        value: (device) => device.answerRate,
      },
      {
        key: 'requests',
        title: t('fieldHealth.requests'),
        kind: 'number',
        value: (device) => device.requests,
      },
      {
        key: 'timeouts',
        title: t('fieldHealth.timeouts'),
        kind: 'number',
        value: (device) => device.timeouts,
      },
      { key: 'bad', title: t('fieldHealth.badFrames'), kind: 'number', value: (device) => device.badFrames },
      {
        key: 'exceptions',
        title: t('fieldHealth.exceptions'),
        kind: 'number',
        value: (device) => device.exceptions,
      },
      {
        key: 'overruns',
        title: t('fieldHealth.overruns'),
        kind: 'number',
        value: (device) => device.overruns,
      },
      {
        key: 'response',
        title: t('fieldHealth.responseTime'),
        kind: 'number',
        unit: 'ms',
        value: (device) => device.responseMs,
      },
      {
        key: 'answered',
        title: t('fieldHealth.answeredAt'),
        kind: 'time',
        value: (device) => device.answeredAt,
        cell: ({ answeredAt, store }) => formatInstant(answeredAt, store.zone),
      },
      {
        key: 'silent',
        title: t('fieldHealth.silentSince'),
        kind: 'time',
        value: (device) => device.silentSince,
        cell: ({ silentSince, store }) => formatInstant(silentSince, store.zone),
      },
    ],
    [t],
  )
}
