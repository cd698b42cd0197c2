import { listNoticeTargets } from '@coldkeep/contract/areas/notices'
import { departmentMap } from '@coldkeep/contract/areas/organisation'
import { useMemo } from 'react'
import { useCall } from '../../api/use-call'
import { DataTable } from '../../kit/table/DataTable'
import { useText } from '../../kit/text'
import { findDepartments } from '../../parts/department-path'
import frame from '../../parts/page.module.css'
import { tableRows } from '../../parts/table-rows'
import { targetColumns } from '../../parts/target-columns'
import { channelText, type NoticeOptions, recipientText } from '../notices/target-form'

/** Targets of departments above, or of several: they are changed on their own page. */
export function InheritedTargets(props: {
  readonly department: string | null
  /** Ids of those that are shown with the answers. */
  readonly own: readonly string[]
  readonly options: NoticeOptions
}) {
  const { department, own, options } = props
  const t = useText()
  const top = useCall(departmentMap, {}, { keepsPrevious: true }).data
  const targets = useCall(listNoticeTargets, {}, { quiet: true })
  const listed = targets.data
  const columns = useMemo(
    () => [
      {
        key: 'name',
        title: t('notices.name'),
        kind: 'text' as const,
        value: (row: { name: string }) => row.name,
      },
      ...targetColumns(t),
    ],
    [t],
  )
  const above =
    top === undefined || department === null
      ? []
      : (findDepartments(top, '', Number.POSITIVE_INFINITY)
          .find(({ path }) => String(path.at(-1)) === department)
          ?.path.map(String) ?? [])
  const inherited = (listed?.targets ?? []).filter(
    ({ id, departments, isEnabled }) =>
      isEnabled && departments.some((one) => above.includes(one)) && !own.includes(String(id)),
  )
  if (department === null) return <p className={frame.note}>{t('storeSettings.chooseDepartment')}</p>
  if (listed !== undefined && inherited.length === 0) {
    return own.length > 0 ? null : <p className={frame.note}>{t('storeSettings.toldNobody')}</p>
  }
  return (
    <DataTable
      title={t('storeSettings.toldAlready')}
      tableKey="store settings inherited targets"
      columns={[
        ...columns.slice(0, 1),
        {
          key: 'recipient',
          title: t('notices.recipient'),
          kind: 'text',
          value: (row: (typeof inherited)[number]) =>
            `${channelText(options, row.channel, t)} · ${recipientText(row, t)}`,
        },
        ...columns.slice(1),
      ]}
      rows={tableRows(targets, inherited)}
      rowKey={({ id }) => String(id)}
    />
  )
}
