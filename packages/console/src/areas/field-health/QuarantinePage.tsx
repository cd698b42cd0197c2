import { listQuarantine, quarantineReasons } from '@coldkeep/contract/areas/field-health'
import type { Answer } from '@coldkeep/contract/call'
import { formatInstant, formatNumber } from '@coldkeep/phrases/format'
import { useMemo, useState } from 'react'
import { readCall, useCall } from '../../api/use-call'
import { Button } from '../../kit/Button'
import { SelectField } from '../../kit/field/SelectField'
import { IconButton } from '../../kit/IconButton'
import type { Column } from '../../kit/table/column'
import { DataTable } from '../../kit/table/DataTable'
import { initialView } from '../../kit/table/table-view'
import { useLanguage, useText } from '../../kit/text'
import { LiveStatus } from '../../parts/LiveStatus'
import { PlaceFilter, usePlace } from '../../parts/PlaceFilter'
import frame from '../../parts/page.module.css'
import { tableStateOf } from '../../parts/table-state'
import { useAddress } from '../../parts/use-address'
import { useAddressSearch } from '../../parts/use-address-search'
import { PageHead } from '../../site/PageHead'
import { readEveryPage } from '../../site/read-every-page'
import { MessageDialog, type QuarantineEntry } from './MessageDialog'
import { type QuarantineAct, QuarantineActDialog } from './QuarantineActDialog'

const REFRESH_MS = 30_000
const PAGE_SIZE = 20
const channels = ['live', 'back', 'evt', 'res', 'st'] as const

type Conflict = Answer<typeof listQuarantine>['conflicts'][number]

/** What terminals sent and could not be stored, to be looked at, released or discarded. */
export function QuarantinePage() {
  const t = useText()
  const language = useLanguage()
  const [parameters, changeAddress] = useAddress()
  const [keys, setKeys] = useState<ReadonlySet<string>>(new Set())
  const [acting, setActing] = useState<QuarantineAct | null>(null)
  const [looked, setLooked] = useState<QuarantineEntry | null>(null)
  const [row, setRow] = useState<string | null>(null)
  const reason = quarantineReasons.find((one) => one === parameters.reason) ?? 'all'
  const page = Math.max(1, Math.trunc(Number(parameters.page)) || 1)
  const [search, setSearch] = useAddressSearch()
  const key = parameters.q ?? ''
  const asked = { ...usePlace(), reason, key } as const
  const answer = useCall(
    listQuarantine,
    { query: { ...asked, page, page_size: PAGE_SIZE } },
    { refreshMs: REFRESH_MS, keepsPrevious: true },
  )
  const columns = useColumns()
  const messages = answer.data?.messages ?? []
  const chosen = messages.filter((message) => keys.has(String(message.id)))
  const noneChosen = chosen.length === 0 ? t('fieldHealth.chooseFirst') : null
  const countOf = (one: (typeof quarantineReasons)[number]) =>
    answer.data?.counts.find((row) => row.reason === one)?.count ?? 0

  const readAll = () =>
    readEveryPage(async (paging) => {
      const { messages: rows, total } = await readCall(
        listQuarantine,
        { query: { ...asked, ...paging } },
        language,
      )
      return { rows, total }
    })

  return (
    <div className={frame.page}>
      <PageHead status={<LiveStatus updatedAtMs={answer.dataUpdatedAt} refreshMs={REFRESH_MS} />} />
      <PlaceFilter>
        <SelectField
          label={t('fieldHealth.reasonTitle')}
          value={reason}
          choices={[
            { value: 'all', label: t('fieldHealth.allReasons') },
            ...quarantineReasons.map((one) => ({
              value: one,
              label: `${t(`fieldHealth.reason.${one}`)} (${formatNumber(language, countOf(one))})`,
            })),
          ]}
          onChange={(next) =>
            changeAddress({ reason: next === 'all' || next === null ? undefined : next, page: undefined })
          }
        />
      </PlaceFilter>
      <DataTable
        title={t('fieldHealth.quarantine')}
        tableKey="quarantine"
        columns={columns}
        rows={messages}
        rowKey={(message) => String(message.id)}
        pageSize={PAGE_SIZE}
        view={{ ...initialView(PAGE_SIZE), page, row }}
        onView={(view) => {
          setRow(view.row)
          if (view.page !== page) changeAddress({ page: view.page === 1 ? undefined : String(view.page) })
        }}
        served={{
          total: answer.data?.total ?? 0,
          search,
          onSearch: setSearch,
          isFiltered: reason !== 'all' || key !== '',
          onClear: () => {
            setSearch('')
            changeAddress({ reason: undefined, q: undefined, page: undefined })
          },
          readAll,
        }}
        onOpen={setLooked}
        state={tableStateOf(answer)}
        onRetry={() => void answer.refetch()}
        empty={{ title: t('fieldHealth.quarantineNone') }}
        checks={{
          keys,
          onChange: setKeys,
          label: (message) => t('fieldHealth.choose', { terminal: message.terminal }),
        }}
        toolbar={
          <>
            <Button
              size="small"
              variant="primary"
              disabledReason={noneChosen}
              onClick={() => setActing('release')}
            >
              {t('fieldHealth.release')}
            </Button>
            <Button size="small" disabledReason={noneChosen} onClick={() => setActing('discard')}>
              {t('fieldHealth.discard')}
            </Button>
          </>
        }
        rowActions={(message) => (
          <IconButton
            size="small"
            icon="search"
            label={t('fieldHealth.look', { terminal: message.terminal })}
            onClick={() => setLooked(message)}
          />
        )}
      />
      {(answer.data?.conflicts.length ?? 0) > 0 && <Conflicts rows={answer.data?.conflicts ?? []} />}
      {acting !== null && (
        <QuarantineActDialog
          act={acting}
          ids={chosen.map((message) => message.id)}
          onDone={() => setKeys(new Set())}
          onClose={() => setActing(null)}
        />
      )}
      {looked !== null && <MessageDialog message={looked} onClose={() => setLooked(null)} />}
    </div>
  )
}

function Conflicts({ rows }: { rows: readonly Conflict[] }) {
  const t = useText()
  const columns = useMemo(
    (): Column<Conflict>[] => [
      { key: 'terminal', title: t('fieldHealth.terminal'), kind: 'text', value: (row) => row.terminal },
      {
        key: 'store',
        title: t('fieldHealth.store'),
        kind: 'text',
        value: ({ store }) => `${store.code} ${store.name}`,
      },
      { key: 'count', title: t('fieldHealth.conflictCount'), kind: 'number', value: (row) => row.count },
    ],
    [t],
  )
  return (
    <DataTable
      title={t('fieldHealth.conflicts')}
      tableKey="conflicts"
      columns={columns}
      rows={rows}
      rowKey={(row) => row.terminal}
      toolbar={<span className={frame.note}>{t('fieldHealth.conflictsNote')}</span>}
    />
  )
}

function useColumns(): readonly Column<QuarantineEntry>[] {
  const t = useText()
  return useMemo(
    (): Column<QuarantineEntry>[] => [
      {
        key: 'received',
        title: t('fieldHealth.receivedAt'),
        kind: 'time',
        value: (message) => message.received_at,
        cell: ({ received_at, store }) => formatInstant(received_at, store.zone),
      },
      {
        key: 'reason',
        title: t('fieldHealth.reasonTitle'),
        kind: 'status',
        value: ({ reason }) => t(`fieldHealth.reason.${reason}`),
      },
      {
        key: 'terminal',
        title: t('fieldHealth.terminal'),
        kind: 'text',
        value: (message) => message.terminal,
      },
      {
        key: 'store',
        title: t('fieldHealth.store'),
        kind: 'text',
        value: ({ store }) => `${store.code} ${store.name}`,
      },
      {
        key: 'channel',
        title: t('fieldHealth.channelTitle'),
        kind: 'text',
        value: ({ channel }) => {
          const known = channels.find((one) => one === channel)
          return known === undefined ? channel : t(`fieldHealth.channel.${known}`)
        },
      },
      {
        key: 'size',
        title: t('fieldHealth.size'),
        kind: 'number',
        unit: 'B',
        value: (message) => message.size_bytes,
      },
    ],
    [t],
  )
}
