import type { NotifyingTarget } from '@coldkeep/contract/areas/own-channels'
import { useMemo } from 'react'
import type { Column } from '../../kit/table/column'
import { DataTable } from '../../kit/table/DataTable'
import { useText } from '../../kit/text'
import { targetColumns } from '../../parts/target-columns'

/** The notification targets that notify the own account. */
export function NotifyingTargetTable({ targets }: { targets: readonly NotifyingTarget[] }) {
  const t = useText()
  const columns = useMemo(
    (): Column<NotifyingTarget>[] => [
      { key: 'name', title: t('account.toldName'), kind: 'text', value: (row) => row.name },
      {
        key: 'channel',
        title: t('notices.channelTitle'),
        kind: 'status',
        value: (row) => t(`notices.channel.${row.channel}`),
      },
      {
        key: 'recipient',
        title: t('notices.recipient'),
        kind: 'text',
        value: ({ group }) =>
          group === null ? t('account.toldSelf') : t('notices.recipientGroup', { department: group }),
      },
      {
        key: 'departments',
        title: t('notices.departments'),
        kind: 'text',
        value: (row) => row.departments.join(', '),
      },
      ...targetColumns(t),
    ],
    [t],
  )
  return (
    <DataTable
      title={t('account.toldBy')}
      tableKey="own-notice-targets"
      columns={columns}
      rows={targets}
      rowKey={(row) => String(row.id)}
      empty={{ title: t('account.toldByNone') }}
    />
  )
}
