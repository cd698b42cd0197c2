import { worstStores } from '@coldkeep/contract/areas/health'
import { departmentMap } from '@coldkeep/contract/areas/organisation'
import type { Answer } from '@coldkeep/contract/call'
import { formatNumber, NO_VALUE } from '@coldkeep/phrases/format'
import { useMemo } from 'react'
import { useCall } from '../../api/use-call'
import type { Column } from '../../kit/table/column'
import { DataTable } from '../../kit/table/DataTable'
import { useLanguage, useText } from '../../kit/text'
import { AlarmMark } from '../../parts/AlarmMark'
import { type DepartmentPath, findDepartments, pathText } from '../../parts/department-path'
import { tableRows } from '../../parts/table-rows'
import { paths } from '../../site/paths'
import { shapeOf } from '../alarms/alarm-words'
import styles from './home.module.css'
import { REFRESH_MS, scopeQuery } from './scope'

type WorstStore = Answer<typeof worstStores>['stores'][number]

/** As many as fit next to a summary card. */
const SHOWN = 5

/** The stores that need attention first, and what is wrong there in words. */
export function StoresNeedingAttention({ path }: { path: DepartmentPath }) {
  const t = useText()
  const top = useCall(departmentMap, {}, { keepsPrevious: true }).data
  const answer = useCall(
    worstStores,
    { query: scopeQuery(path) },
    { refreshMs: REFRESH_MS, quiet: true, keepsPrevious: true },
  )
  const columns = useMemo((): Column<WorstStore>[] => {
    const places = top ? findDepartments(top, '', Number.POSITIVE_INFINITY) : []
    const depOf = (departmentId: string | undefined) => {
      const place = places.find((one) => String(one.path.at(-1)) === departmentId)
      return place && pathText(place.path)
    }
    return [
      {
        key: 'store',
        title: t('shell.words.store'),
        kind: 'text',
        value: (store) => store.name,
        href: ({ drill }) =>
          paths.withSearch(paths.alarms, { dep: depOf(drill.departmentId), store: drill.storeId }),
      },
      {
        key: 'alarms',
        title: t('overview.attention.alarms'),
        kind: 'status',
        widthPx: 110,
        value: ({ alarms }) => alarms.critical + alarms.high,
        cell: ({ alarms }) => <StoreAlarms {...alarms} />,
      },
      {
        key: 'problems',
        title: t('overview.attention.what'),
        kind: 'text',
        value: (store) => store.problems.join(' · '),
        cell: (store) => <span className={styles.problems}>{store.problems.join(' · ')}</span>,
      },
      {
        key: 'score',
        title: t('overview.attention.score'),
        kind: 'number',
        decimals: 0,
        value: (store) => store.score,
      },
    ]
  }, [t, top])
  return (
    <DataTable
      title={t('overview.attention.title')}
      tableKey="stores-needing-attention"
      columns={columns}
      rows={tableRows(answer, answer.data?.stores.slice(0, SHOWN))}
      rowKey={(store) => store.drill.storeId ?? store.name}
      pageSize={SHOWN}
      empty={{ title: t('overview.attention.none') }}
    />
  )
}

function StoreAlarms(alarms: WorstStore['alarms']) {
  const language = useLanguage()
  const occurring = (['critical', 'high'] as const).filter((priority) => alarms[priority] > 0)
  if (occurring.length === 0) return NO_VALUE
  return (
    <span className={styles.marks}>
      {occurring.map((priority) => (
        <span key={priority}>
          <AlarmMark shape={shapeOf(priority)} />
          {formatNumber(language, alarms[priority])}
        </span>
      ))}
    </span>
  )
}
