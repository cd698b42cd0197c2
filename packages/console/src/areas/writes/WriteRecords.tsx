import { listWrites, type WireWrite, writeStatusFilters } from '@coldkeep/contract/areas/writes'
import type { Answer } from '@coldkeep/contract/call'
import type { DeviceId, StoreId } from '@coldkeep/domain/ids'
import { Suspense, useState } from 'react'
import { useListScreen } from '../../archetypes/list/use-list-screen'
import { Button } from '../../kit/Button'
import { SelectField } from '../../kit/field/SelectField'
import { lazily } from '../../kit/lazily'
import { StatusTag } from '../../kit/StatusTag'
import { DataTable } from '../../kit/table/DataTable'
import { useLanguage, useText } from '../../kit/text'
import { useAddress } from '../../parts/use-address'
import { actsOn, type WriteAct } from './write-acts'
import { useWriteColumns } from './write-columns'
import { writeText } from './write-words'
import styles from './writes.module.css'

const ActDialog = lazily(() => import('./ActDialog'), 'ActDialog')
const ProofDialog = lazily(() => import('./ProofDialog'), 'ProofDialog')

const OPEN_REFRESH_MS = 2_000
const REFRESH_MS = 5_000
const PAGE_SIZE = 10
const rowsOf = (answer: Answer<typeof listWrites>) => answer.writes

export interface WriteRecordsProps {
  readonly storeId: StoreId | null
  readonly deviceId: DeviceId | null
}

/**
 * Writes, newest first, with their states; refreshed while they are looked at, sooner while one is under way.
 * Page, search and the write whose proof is open are in the address.
 */
export function WriteRecords({ storeId, deviceId }: WriteRecordsProps) {
  const t = useText()
  const [{ status: given, write: looked }, changeAddress] = useAddress()
  const [isAnyOpen, setAnyOpen] = useState(true)
  const [act, setAct] = useState<{ readonly act: WriteAct; readonly write: WireWrite } | null>(null)
  const columns = useWriteColumns()
  const status = writeStatusFilters.find((one) => one === given) ?? 'all'
  const list = useListScreen({
    list: listWrites,
    query: (search) => ({ storeId, deviceId, status, search }),
    rowsOf,
    pageSize: PAGE_SIZE,
    filters: ['status'],
    isFiltered: status !== 'all',
    refreshMs: isAnyOpen ? OPEN_REFRESH_MS : REFRESH_MS,
    quiet: true,
  })
  const isOpen = list.rows.some((write) => write.isOpen)
  if (list.data !== undefined && isOpen !== isAnyOpen) setAnyOpen(isOpen)
  const waiting = list.data?.waiting ?? 0
  const look = (id: string | undefined) => changeAddress({ write: id }, 'replace')
  return (
    <>
      <DataTable
        {...list.table}
        title={t('writes.records')}
        tableKey="writes"
        columns={columns}
        rowKey={({ id }) => id}
        empty={{ title: t('writes.noRecords') }}
        onOpen={({ id }) => look(id)}
        rowActions={(write) => (
          <WriteActions
            write={write}
            onProof={() => look(write.id)}
            onAct={(one) => setAct({ act: one, write })}
          />
        )}
      >
        <div className={styles.tools}>
          <SelectField
            label={t('writes.standing')}
            hideLabel
            value={status}
            choices={writeStatusFilters.map((value) => ({ value, label: t(`writes.standingOf.${value}`) }))}
            onChange={(next) =>
              changeAddress({
                status: next === null || next === 'all' ? undefined : next,
                page: undefined,
              })
            }
          />
          {waiting > 0 && status !== 'waiting' && <WaitingHint count={waiting} />}
        </div>
      </DataTable>
      <Suspense>
        {looked !== undefined && act === null && (
          <ProofDialog
            id={looked}
            listed={list.rows.find(({ id }) => id === looked)}
            onAct={(one, write) => setAct({ act: one, write })}
            onClose={() => look(undefined)}
          />
        )}
        {act && <ActDialog {...act} onClose={() => setAct(null)} />}
      </Suspense>
    </>
  )
}

interface WriteActionsProps {
  readonly write: WireWrite
  readonly onProof: () => void
  readonly onAct: (act: WriteAct) => void
}

/** Buttons of one write: its proof, and what may be done with it now. */
function WriteActions({ write, onProof, onAct }: WriteActionsProps) {
  const t = useText()
  const language = useLanguage()
  const what = writeText(write, language, t)
  return (
    <>
      <Button size="small" variant="quiet" aria-label={t('writes.proofOf', { what })} onClick={onProof}>
        {t('writes.proof')}
      </Button>
      {actsOn(write).map((act) => (
        <Button
          key={act}
          size="small"
          variant="quiet"
          aria-label={t(`writes.${act}Of`, { what })}
          onClick={() => onAct(act)}
        >
          {t(`writes.${act}`)}
        </Button>
      ))}
    </>
  )
}

/** How many writes wait for a second person, wherever they are, and the way to them. */
function WaitingHint({ count }: { readonly count: number }) {
  const t = useText()
  const [, changeAddress] = useAddress()
  const everywhere = { store: undefined, device: undefined, page: undefined, q: undefined }
  return (
    <span className={styles.hint}>
      <StatusTag status="waiting" word={t('writes.waitingHint', { count })} />
      <Button
        size="small"
        variant="quiet"
        onClick={() => changeAddress({ status: 'waiting', ...everywhere })}
      >
        {t('writes.showWaiting')}
      </Button>
    </span>
  )
}
