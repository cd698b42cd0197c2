import { homeConnectionRate } from '@coldkeep/contract/areas/home'
import { departmentMap } from '@coldkeep/contract/areas/organisation'
import type { Drill } from '@coldkeep/contract/wire/table'
import type { Department } from '@coldkeep/domain/organisation/department'
import { formatNumber, timeParts } from '@coldkeep/phrases/format'
import { useCall } from '../../api/use-call'
import { paths } from '../../app/paths'
import { AlarmMark } from '../../kit/AlarmMark'
import { GaugeStrip } from '../../kit/chart/GaugeStrip'
import { KpiCard } from '../../kit/KpiCard'
import { useLanguage, useText } from '../../kit/text'
import { todayHere } from '../../parts/day-period'
import { findDepartments, pathText } from '../../parts/department-path'
import { REFRESH_MS, scopeQuery, useHomeScope, useScopePath } from './scope'

/** Below these a gauge's label carries the shape of medium and high priority. */
const FAIR_BELOW = 98
const POOR_BELOW = 90

/** Today's connection rate of the scope, with a gauge per department or store below it. */
export function ConnectionCard() {
  const t = useText()
  const language = useLanguage()
  const top = useCall(departmentMap, {}, { keepsPrevious: true })
  const path = useScopePath()
  const card = useCall(
    homeConnectionRate,
    { query: scopeQuery(path) },
    { refreshMs: REFRESH_MS, quiet: true },
  )
  const scope = useHomeScope()
  const { data } = card
  const state = !data
    ? card.isError
      ? 'failed'
      : 'loading'
    : card.isError
      ? staleSince(card.dataUpdatedAt)
      : 'ready'

  return (
    <KpiCard
      title={data?.title ?? t('home.connection.title')}
      detailHref={detailHref(path.length > 0 ? pathText(path) : topId(), top.isError)}
      figure={data?.value ?? ''}
      qualifier={data?.note}
      news={data?.news.join(' · ')}
      state={state}
      onRetry={() => void card.refetch()}
    >
      {data && (
        <GaugeStrip
          entries={data.chart.data.map((entry) => {
            const href = top.data && entry.drill ? hrefOf(top.data, entry.drill) : undefined
            return { label: entry.label, values: entry.values, ...(href !== undefined && { href }) }
          })}
          format={(value) => formatNumber(language, value, { decimals: 1 })}
          summary={data.title}
          markOf={(value) =>
            markOf(
              value,
              t('kit.chart.belowLimit', { limit: formatNumber(language, limitOf(value), { unit: '%' }) }),
            )
          }
        />
      )}
    </KpiCard>
  )

  /** The department of everything the caller may see, from whichever answer is here first. */
  function topId(): string | undefined {
    return top.data === undefined ? scope.data?.depart : String(top.data.id)
  }
}

function limitOf(value: number | null): number {
  return value !== null && value < POOR_BELOW ? POOR_BELOW : FAIR_BELOW
}

function markOf(value: number | null, label: string) {
  if (value === null) return <AlarmMark shape="none" size={14} />
  if (value >= FAIR_BELOW) return null
  return <AlarmMark shape={value < POOR_BELOW ? 2 : 3} size={14} label={label} />
}

function staleSince(atMs: number) {
  return { staleSince: timeParts(atMs).minute }
}

/** The link carries its scope; without one it is only offered where none is to be had. */
function detailHref(dep: string | undefined, hasFailed: boolean): string | null {
  if (dep === undefined) return hasFailed ? paths.connectionRate : null
  return paths.withSearch(paths.connectionRate, { dep, date: todayHere(new Date()) })
}

/** A department's gauge shows that department, a store's gauge that store. */
function hrefOf(top: Department, drill: Drill): string | undefined {
  const place = findDepartments(top, '', Number.POSITIVE_INFINITY).find(
    ({ path }) => String(path.at(-1)) === drill.depart,
  )
  if (!place) return undefined
  const date = todayHere(new Date())
  return paths.withSearch(paths.connectionRate, { dep: pathText(place.path), store: drill.store, date })
}
