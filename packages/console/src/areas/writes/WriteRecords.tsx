import { listWrites, type WireWrite, writeStandings } from '@coldkeep/contract/areas/writes'
import type { DeviceId, StoreId } from '@coldkeep/domain/ids'
import { formatInstant, NO_VALUE } from '@coldkeep/phrases/format'
import { valueText } from '@coldkeep/phrases/write-text'
import { lazy, Suspense, useMemo, useState } from 'react'
import { useCall } from '../../api/use-call'
import { Button } from '../../kit/Button'
import { SelectField } from '../../kit/field/SelectField'
import { StatusTag } from '../../kit/StatusTag'
import type { Column } from '../../kit/table/column'
import { DataTable } from '../../kit/table/DataTable'
import { useLanguage, useText } from '../../kit/text'
import { tableStateOf } from '../../parts/table-state'
import { useAddress } from '../../parts/use-address'
import { lineStatus, riskName, worstState, writeText } from './write-words'
import styles from './writes.module.css'

const ActDialog = lazy(() => import('./ActDialog').then((part) => ({ default: part.ActDialog })))
const ProofDialog = lazy(() => import('./ProofDialog').then((part) => ({ default: part.ProofDialog })))

const OPEN_REFRESH_MS = 2_000
const REFRESH_MS = 15_000
const MOST_LISTED = 100
const PAGE_SIZE = 10

export type WriteAct = 'approve' | 'reject' | 'withdraw' | 'undo'
const acts = ['approve', 'reject', 'withdraw', 'undo'] as const satisfies readonly WriteAct[]
const mayBe = {
  approve: ({ can_decide }: WireWrite) => can_decide,
  reject: ({ can_decide }: WireWrite) => can_decide,
  withdraw: ({ can_withdraw }: WireWrite) => can_withdraw,
  undo: ({ can_undo }: WireWrite) => can_undo,
} as const satisfies Record<WriteAct, (write: WireWrite) => boolean>

export interface WriteRecordsProps {
  readonly storeId: StoreId | null
  readonly deviceId: DeviceId | null
}

/** What was written, newest first, and how it stands; asked again while something is under way. */
export function WriteRecords({ storeId, deviceId }: WriteRecordsProps) {
  const t = useText()
  const language = useLanguage()
  const [{ standing: given }, changeAddress] = useAddress()
  const [isAnyOpen, setAnyOpen] = useState(true)
  const [proofId, setProofId] = useState<string | null>(null)
  const [act, setAct] = useState<{ readonly act: WriteAct; readonly write: WireWrite } | null>(null)
  const standing = writeStandings.find((one) => one === given) ?? 'all'
  const query = { storeid: storeId, deviceid: deviceId, standing, page: 1, page_size: MOST_LISTED }
  const answer = useCall(
    listWrites,
    { query },
    { keepsPrevious: true, refreshMs: isAnyOpen ? OPEN_REFRESH_MS : REFRESH_MS, quiet: true },
  )
  const writes = answer.data?.writes ?? []
  const isOpen = writes.some((write) => write.is_open)
  if (answer.data !== undefined && isOpen !== isAnyOpen) setAnyOpen(isOpen)
  const columns = useColumns()
  const waiting = answer.data?.waiting ?? 0
  const proof = writes.find(({ id }) => id === proofId)
  const actions = (write: WireWrite) => {
    const what = writeText(write, language, t)
    return (
      <>
        <Button
          size="small"
          variant="quiet"
          aria-label={t('writes.proofOf', { what })}
          onClick={() => setProofId(write.id)}
        >
          {t('writes.proof')}
        </Button>
        {acts
          .filter((one) => mayBe[one](write))
          .map((one) => (
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
        state={tableStateOf(answer)}
        onRetry={() => void answer.refetch()}
        empty={{ title: t('writes.noRecords') }}
        onOpen={({ id }) => setProofId(id)}
        rowActions={actions}
        cardActions={actions}
        toolbar={
          <div className={styles.tools}>
            <SelectField
              label={t('writes.standing')}
              hideLabel
              value={standing}
              choices={writeStandings.map((value) => ({ value, label: t(`writes.standingOf.${value}`) }))}
              onChange={(next) =>
                changeAddress({ standing: next === 'all' ? undefined : (next ?? undefined) })
              }
            />
            {waiting > 0 && standing !== 'waiting' && (
              <span className={styles.hint}>
                <StatusTag status="waiting" word={t('writes.waitingHint', { count: waiting })} />
                <Button
                  size="small"
                  variant="quiet"
                  onClick={() => changeAddress({ standing: 'waiting', store: undefined, device: undefined })}
                >
                  {t('writes.showWaiting')}
                </Button>
              </span>
            )}
          </div>
        }
      />
      <Suspense>
        {proof && <ProofDialog write={proof} onClose={() => setProofId(null)} />}
        {act && <ActDialog {...act} onClose={() => setAct(null)} />}
      </Suspense>
    </>
  )
}

function useColumns(): readonly Column<WireWrite>[] {
  const t = useText()
  const language = useLanguage()
  return useMemo(
    (): Column<WireWrite>[] => [
      {
        key: 'at',
        title: t('writes.at'),
        kind: 'time',
        value: ({ created_at }) => created_at,
        cell: ({ created_at, store }) => formatInstant(created_at, store.zone),
      },
      {
        key: 'store',
        title: t('writes.store'),
        kind: 'text',
        value: ({ store }) => `${store.code} ${store.name}`,
      },
      {
        key: 'what',
        title: t('writes.what'),
        kind: 'text',
        wraps: 'words',
        value: (write) => writeText(write, language, t),
      },
      ...(['before', 'after'] as const).map(
        (when): Column<WireWrite> => ({
          key: when,
          title: t(`writes.${when}`),
          kind: 'text',
          value: ({ lines }) => {
            const [line] = lines
            if (line === undefined || lines.length > 1) return NO_VALUE
            const read = when === 'before' ? (line.before ?? line.known) : line.after
            return valueText(line, read?.value ?? null, language, t)
          },
        }),
      ),
      {
        key: 'state',
        title: t('writes.state'),
        kind: 'status',
        value: (write) => t(`writes.stateOf.${worstState(write)}`),
        cell: (write) => <StandingTag write={write} />,
      },
      {
        key: 'risk',
        title: t('writes.risk'),
        kind: 'text',
        value: ({ risk }) => t(`writes.riskShort.${riskName(risk)}`),
      },
      { key: 'by', title: t('writes.by'), kind: 'text', value: ({ created_by }) => created_by },
    ],
    [t, language],
  )
}

/** The state of the line that needs somebody most; of many with how many are through. */
function StandingTag({ write }: { readonly write: WireWrite }) {
  const t = useText()
  const state = worstState(write)
  const { lines, store } = write
  const through = lines.filter((line) => line.state === 'confirmed' || line.state === 'answered').length
  const [line] = lines
  const detail =
    lines.length > 1
      ? `${through}/${lines.length}`
      : state === 'queued' && line?.terminal?.state === 'offline'
        ? t('writes.since', { time: formatInstant(line.terminal.since, store.zone) })
        : state === 'queued' && line?.expires_at
          ? t('writes.expires', { time: formatInstant(line.expires_at, store.zone) })
          : undefined
  return <StatusTag status={lineStatus[state]} word={t(`writes.stateOf.${state}`)} detail={detail} />
}
