import { listWrites, type WireWrite, writeStandings } from '@coldkeep/contract/areas/writes'
import type { DeviceId, StoreId } from '@coldkeep/domain/ids'
import { Suspense, useState } from 'react'
import { readCall, useCall } from '../../api/use-call'
import { Button } from '../../kit/Button'
import { SelectField } from '../../kit/field/SelectField'
import { lazily } from '../../kit/lazily'
import { StatusTag } from '../../kit/StatusTag'
import { DataTable } from '../../kit/table/DataTable'
import { initialView } from '../../kit/table/table-view'
import { useLanguage, useText } from '../../kit/text'
import { tableStateOf } from '../../parts/table-state'
import { useAddress } from '../../parts/use-address'
import { useAddressSearch } from '../../parts/use-address-search'
import { readEveryPage } from '../../site/read-every-page'
import { actsOn, type WriteAct } from './write-acts'
import { useWriteColumns } from './write-columns'
import { writeText } from './write-words'
import styles from './writes.module.css'

const ActDialog = lazily(() => import('./ActDialog'), 'ActDialog')
const ProofDialog = lazily(() => import('./ProofDialog'), 'ProofDialog')

const OPEN_REFRESH_MS = 2_000
const REFRESH_MS = 5_000
const PAGE_SIZE = 10

export interface WriteRecordsProps {
  readonly storeId: StoreId | null
  readonly deviceId: DeviceId | null
}

/**
 * What was written, newest first, and how it stands; asked again while it is looked at, sooner while something is under
 * way. Page, search and the write whose proof is open stand in the address.
 */
export function WriteRecords({ storeId, deviceId }: WriteRecordsProps) {
  const t = useText()
  const language = useLanguage()
  const [{ standing: given, page: givenPage, write: looked }, changeAddress] = useAddress()
  const [search, setSearch] = useAddressSearch()
  const [isAnyOpen, setAnyOpen] = useState(true)
  const [row, setRow] = useState<string | null>(null)
  const [act, setAct] = useState<{ readonly act: WriteAct; readonly write: WireWrite } | null>(null)
  const standing = writeStandings.find((one) => one === given) ?? 'all'
  const page = Math.max(1, Math.trunc(Number(givenPage)) || 1)
  const filter = { storeid: storeId, deviceid: deviceId, standing, search: search.trim() }
  const answer = useCall(
    listWrites,
    { query: { ...filter, page, page_size: PAGE_SIZE } },
    { keepsPrevious: true, refreshMs: isAnyOpen ? OPEN_REFRESH_MS : REFRESH_MS, quiet: true },
  )
  const writes = answer.data?.writes ?? []
  const isOpen = writes.some((write) => write.is_open)
  if (answer.data !== undefined && isOpen !== isAnyOpen) setAnyOpen(isOpen)
  const columns = useWriteColumns()
  const waiting = answer.data?.waiting ?? 0
  const look = (id: string | undefined) => changeAddress({ write: id }, 'replace')
  const show = (next: string | null) =>
    changeAddress({ standing: next === null || next === 'all' ? undefined : next, page: undefined })
  const actions = (write: WireWrite) => {
    const what = writeText(write, language, t)
    return (
      <>
        <Button
          size="small"
          variant="quiet"
          aria-label={t('writes.proofOf', { what })}
          onClick={() => look(write.id)}
        >
          {t('writes.proof')}
        </Button>
        {actsOn(write).map((one) => (
          <Button
            key={one}
            size="small"
            variant="quiet"
            aria-label={t(`writes.${one}Of`, { what })}
            onClick={() => setAct({ act: one, write })}
          >
            {t(`writes.${one}`)}
          </Button>
        ))}
      </>
    )
  }
  return (
    <>
      <DataTable
        title={t('writes.records')}
        tableKey="writes"
        columns={columns}
        rows={writes}
        rowKey={({ id }) => id}
        nameOf={(write) => writeText(write, language, t)}
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
          isFiltered: standing !== 'all' || filter.search !== '',
          onClear: () => {
            setSearch('')
            show(null)
          },
          readAll: () =>
            readEveryPage(async (paging) => {
              const { writes, total } = await readCall(
                listWrites,
                { query: { ...filter, ...paging } },
                language,
              )
              return { rows: writes, total }
            }),
        }}
        state={tableStateOf(answer)}
        onRetry={() => void answer.refetch()}
        empty={{ title: t('writes.noRecords') }}
        onOpen={({ id }) => look(id)}
        rowActions={actions}
        cardActions={actions}
        toolbar={
          <div className={styles.tools}>
            <SelectField
              label={t('writes.standing')}
              hideLabel
              value={standing}
              choices={writeStandings.map((value) => ({ value, label: t(`writes.standingOf.${value}`) }))}
              onChange={show}
            />
            {waiting > 0 && standing !== 'waiting' && (
              <span className={styles.hint}>
                <StatusTag status="waiting" word={t('writes.waitingHint', { count: waiting })} />
                <Button
                  size="small"
                  variant="quiet"
                  onClick={() =>
                    changeAddress({
                      standing: 'waiting',
                      store: undefined,
                      device: undefined,
                      page: undefined,
                      q: undefined,
                    })
                  }
                >
                  {t('writes.showWaiting')}
                </Button>
              </span>
            )}
          </div>
        }
      />
      <Suspense>
        {looked !== undefined && act === null && (
          <ProofDialog
            id={looked}
            listed={writes.find(({ id }) => id === looked)}
            onAct={(one, write) => setAct({ act: one, write })}
            onClose={() => look(undefined)}
          />
        )}
        {act && <ActDialog {...act} onClose={() => setAct(null)} />}
      </Suspense>
    </>
  )
}
