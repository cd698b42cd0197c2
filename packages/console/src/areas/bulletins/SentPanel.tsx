import { listBulletins } from '@coldkeep/contract/areas/bulletins'
import type { Answer } from '@coldkeep/contract/call'
import type { BulletinId } from '@coldkeep/domain/ids'
import { Suspense, useMemo } from 'react'
import { useListScreen } from '../../archetypes/list/use-list-screen'
import { lazily } from '../../kit/lazily'
import { Skeleton } from '../../kit/Skeleton'
import { DataTable } from '../../kit/table/DataTable'
import { useText } from '../../kit/text'
import { useAddress } from '../../parts/use-address'
import { bulletinIdOf } from './bulletin-id'
import { sentColumns } from './sent-columns'

const SentDetail = lazily(() => import('./SentDetail'), 'SentDetail')

const PAGE_SIZE = 10
const REFRESH_MS = 30_000
const rowsOf = ({ bulletins }: Answer<typeof listBulletins>) => bulletins

/** The messages that were sent, or one of them; which one is in the address. */
export function SentPanel() {
  const [{ message = '' }, changeAddress] = useAddress()
  const id = bulletinIdOf(message)
  if (id === null)
    return <SentList onOpen={(next) => changeAddress({ message: String(next), page: undefined })} />
  return (
    <Suspense fallback={<Skeleton height={480} />}>
      <SentDetail
        key={id}
        id={id}
        onBack={() => changeAddress({ message: undefined, group: undefined, page: undefined })}
      />
    </Suspense>
  )
}

function SentList({ onOpen }: { readonly onOpen: (id: BulletinId) => void }) {
  const t = useText()
  const columns = useMemo(() => sentColumns(t), [t])
  const list = useListScreen({
    list: listBulletins,
    query: () => ({}),
    rowsOf,
    pageSize: PAGE_SIZE,
    filters: [],
    isFiltered: false,
    isSearched: false,
    refreshMs: REFRESH_MS,
    quiet: true,
  })
  return (
    <DataTable
      {...list.table}
      title={t('bulletins.list')}
      tableKey="bulletins"
      columns={columns}
      rowKey={({ id }) => String(id)}
      onOpen={({ id }) => onOpen(id)}
      empty={{ title: t('bulletins.noneSent') }}
    />
  )
}
