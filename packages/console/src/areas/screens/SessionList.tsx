import { listScreenSessions, type WireScreenSession } from '@coldkeep/contract/areas/screens'
import type { Answer } from '@coldkeep/contract/call'
import { formatInstant } from '@coldkeep/phrases/format'
import type { Translate } from '@coldkeep/phrases/keys'
import { useMemo } from 'react'
import { useListScreen } from '../../archetypes/list/use-list-screen'
import { StatusTag } from '../../kit/StatusTag'
import type { Column } from '../../kit/table/column'
import { DataTable } from '../../kit/table/DataTable'
import { useText } from '../../kit/text'
import frame from '../../parts/page.module.css'
import { useAddress } from '../../parts/use-address'
import { paths } from '../../site/paths'
import { StoreField, useStoreInAddress } from './StoreField'
import { endOf, lengthOf } from './session-words'

const PAGE_SIZE = 20
const REFRESH_MS = 15_000
const rowsOf = ({ sessions }: Answer<typeof listScreenSessions>) => sessions

/** Who was on which screen, newest first; a row opens its record. */
export function SessionList() {
  const t = useText()
  const [, changeAddress] = useAddress()
  const storeId = useStoreInAddress()
  const list = useListScreen({
    list: listScreenSessions,
    query: () => ({ storeId }),
    rowsOf,
    pageSize: PAGE_SIZE,
    filters: ['store'],
    isFiltered: storeId !== null,
    refreshMs: REFRESH_MS,
    isSearched: false,
    quiet: true,
  })
  const columns = useMemo(() => {
    const store = storeId === null ? undefined : String(storeId)
    const recordOf = ({ id }: WireScreenSession) =>
      paths.withSearch(paths.onlineMaintenance, { tab: 'sessions', store, session: id })
    return columnsOf(t, recordOf)
  }, [t, storeId])
  return (
    <div className={frame.stack}>
      <form className={frame.filters} aria-label={t('analysis.filter.title')} data-no-print>
        <StoreField isOptional />
      </form>
      <DataTable
        {...list.table}
        title={t('screens.sessions')}
        tableKey="screen-sessions"
        columns={columns}
        rowKey={({ id }) => id}
        onOpen={({ id }) => changeAddress({ session: id })}
        empty={{ title: t('screens.noSessions'), action: <p>{t('screens.noSessionsHint')}</p> }}
      />
    </div>
  )
}

function columnsOf(
  t: Translate,
  recordOf: (session: WireScreenSession) => string,
): readonly Column<WireScreenSession>[] {
  return [
    {
      key: 'at',
      title: t('screens.requestedAt'),
      kind: 'time',
      value: ({ requestedAt }) => requestedAt,
      cell: ({ requestedAt, store }) => formatInstant(requestedAt, store.zone),
      href: recordOf,
    },
    {
      key: 'store',
      title: t('screens.store'),
      kind: 'text',
      wraps: 'words',
      value: ({ store }) => `${store.code} ${store.name}`,
    },
    { key: 'by', title: t('screens.by'), kind: 'text', value: ({ by }) => by },
    { key: 'mode', title: t('screens.mode'), kind: 'text', value: ({ mode }) => t(`screens.modeOf.${mode}`) },
    { key: 'length', title: t('screens.length'), kind: 'text', value: lengthOf },
    { key: 'clicks', title: t('screens.clicks'), kind: 'number', value: ({ clicks }) => clicks },
    { key: 'keys', title: t('screens.keys'), kind: 'number', value: ({ keys }) => keys },
    {
      key: 'watchers',
      title: t('screens.seenBy'),
      kind: 'text',
      wraps: 'words',
      value: ({ watchers }) => watchers.join(', '),
    },
    {
      key: 'end',
      title: t('screens.end'),
      kind: 'status',
      wraps: 'words',
      value: (session) => endOf(session, t),
      cell: (session) =>
        session.endedAt === null ? (
          <StatusTag status="running" word={endOf(session, t)} />
        ) : (
          <span>{endOf(session, t)}</span>
        ),
    },
  ]
}
