import {
  type BulletinDetail,
  type BulletinReader,
  listBulletinReaders,
} from '@coldkeep/contract/areas/bulletins'
import type { Answer } from '@coldkeep/contract/call'
import { formatInstant } from '@coldkeep/phrases/format'
import type { Translate } from '@coldkeep/phrases/keys'
import { useMemo } from 'react'
import { useCall } from '../../api/use-call'
import { Tabs } from '../../kit/Tabs'
import type { Column } from '../../kit/table/column'
import { DataTable } from '../../kit/table/DataTable'
import { Pager } from '../../kit/table/Pager'
import { useText } from '../../kit/text'
import frame from '../../parts/page.module.css'
import { tableRows } from '../../parts/table-rows'
import { useAddress } from '../../parts/use-address'

const PAGE_SIZE = 20
const REFRESH_MS = 15_000
const groups = ['all', 'missing', 'left', 'joined'] as const

/** The people of a message with what they did: all, those who are missing, who left, and who came since. */
export function ReaderTable({ of }: { readonly of: BulletinDetail }) {
  const t = useText()
  const [{ group: named, page: typed = '' }, changeAddress] = useAddress()
  const shown = of.needsConfirmation ? groups : groups.filter((group) => group !== 'missing')
  const group = shown.find((one) => one === named) ?? 'all'
  const page = /^[1-9]\d{0,4}$/.test(typed) ? Number(typed) : 1
  const answer = useCall(
    listBulletinReaders,
    { params: { id: of.id }, query: { group, page, pageSize: PAGE_SIZE } },
    { refreshMs: REFRESH_MS, quiet: true, keepsPrevious: true },
  )
  const columns = useMemo(() => columnsOf(of, t), [of, t])
  const total = answer.data?.total ?? 0
  return (
    <Tabs
      label={t('bulletins.group.label')}
      tabs={shown.map((key) => ({ key, label: t(`bulletins.group.${key}`) }))}
      current={group}
      onChange={(key) => changeAddress({ group: key === 'all' ? undefined : key, page: undefined })}
    >
      <div className={frame.stack}>
        <DataTable
          title={t('bulletins.group.label')}
          tableKey="bulletin-readers"
          columns={columns}
          rows={tableRows(answer, readersOf(answer.data))}
          rowKey={({ id }) => String(id)}
          pageSize={PAGE_SIZE}
          empty={{ title: t('bulletins.noReaders') }}
        />
        {total > PAGE_SIZE && (
          <Pager
            page={page}
            pages={Math.ceil(total / PAGE_SIZE)}
            pageSize={PAGE_SIZE}
            requestedPageSize={PAGE_SIZE}
            withoutAll
            onPage={(next) => changeAddress({ page: next === 1 ? undefined : String(next) })}
            onPageSize={() => undefined}
          />
        )}
      </div>
    </Tabs>
  )
}

function readersOf(answer: Answer<typeof listBulletinReaders> | undefined): readonly BulletinReader[] {
  return answer?.readers ?? []
}

function columnsOf({ needsConfirmation }: BulletinDetail, t: Translate): readonly Column<BulletinReader>[] {
  const at = (key: 'deliveredAt' | 'openedAt', title: string): Column<BulletinReader> => ({
    ...{ key, title, kind: 'time' },
    value: (row) => row[key],
  })
  return [
    {
      ...{ key: 'stores', title: t('bulletins.ofStores'), kind: 'text', wraps: 'words' },
      value: ({ stores, storeCount }) => {
        const named = stores.join(', ')
        const count = storeCount - stores.length
        return count > 0 ? t('bulletins.andMore', { stores: named, count }) : named
      },
    },
    {
      ...{ key: 'name', title: t('bulletins.person'), kind: 'text' },
      value: ({ name, hasLeft }) => (hasLeft ? `${name} (${t('bulletins.leftTag')})` : name),
    },
    at('deliveredAt', t('bulletins.receipt.delivered')),
    at('openedAt', t('bulletins.receipt.opened')),
    ...(needsConfirmation
      ? ([
          {
            ...{ key: 'confirmedAt', title: t('bulletins.receipt.confirmed'), kind: 'time' },
            value: ({ confirmedAt }) => confirmedAt,
            cell: (row) => confirmedText(row, t),
          },
          {
            ...{ key: 'reminders', title: t('bulletins.reminders'), kind: 'number' },
            value: ({ reminders }) => reminders,
          },
        ] as const satisfies readonly Column<BulletinReader>[])
      : []),
  ]
}

function confirmedText({ confirmedAt, receivedAt, isLate }: BulletinReader, t: Translate): string {
  return [
    formatInstant(confirmedAt),
    ...(isLate ? [t('bulletins.late')] : []),
    ...(receivedAt === null ? [] : [t('bulletins.arrived', { time: formatInstant(receivedAt) })]),
  ].join(' · ')
}
