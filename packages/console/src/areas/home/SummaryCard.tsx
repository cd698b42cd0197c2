import type { homeConnectionRate } from '@coldkeep/contract/areas/home'
import { departmentMap } from '@coldkeep/contract/areas/organisation'
import type { DashboardCard } from '@coldkeep/contract/wire/chart'
import { timeParts } from '@coldkeep/phrases/format'
import { useCall } from '../../api/use-call'
import { useText } from '../../kit/text'
import { KpiCard } from '../../parts/KpiCard'
import { mayOpen, type Page, pageAt } from '../../site/pages'
import { grantedPages, useSession } from '../../site/session'
import { CardChart, type CardChartKind } from './CardChart'
import { detailLinks } from './detail-links'
import { REFRESH_MS, scopeQuery, useHomeScope, useScopePath } from './scope'

export interface SummaryCardProps {
  /** All cards are loaded and answered alike. */
  readonly call: typeof homeConnectionRate
  readonly chart: CardChartKind
  /** The page behind the card. */
  readonly detail: string
  /** In its address: the table that slices lead to, where it is not the first. */
  readonly table?: string
}

/** One figure of the scope with its drawing and its news; figure, slices and bars lead to the page behind it. */
export function SummaryCard({ call, chart, detail, table }: SummaryCardProps) {
  const t = useText()
  const granted = grantedPages(useSession())
  const path = useScopePath()
  const scope = useHomeScope()
  const top = useCall(departmentMap, {}, { keepsPrevious: true })
  const card = useCall(call, { query: scopeQuery(path) }, { refreshMs: REFRESH_MS, quiet: true })
  const { data } = card
  const page = pageAt(detail)
  const links = detailLinks({
    detail,
    table,
    path,
    top: top.data,
    topId: top.data === undefined ? scope.data?.departmentId : String(top.data.id),
  })
  const isOpen = page !== undefined && isReachable(page, granted)

  return (
    <KpiCard
      title={data?.title ?? (page === undefined ? '' : t(page.title))}
      detailHref={isOpen ? (links.whole ?? (top.isError ? detail : null)) : null}
      figure={data?.value ?? ''}
      qualifier={data?.note}
      news={data?.news.join(' · ')}
      state={stateOf(data, card)}
      onRetry={() => void card.refetch()}
    >
      {data && <CardChart kind={chart} card={data} hrefOf={isOpen ? links.ofEntry : () => null} />}
    </KpiCard>
  )
}

function isReachable(page: Page, granted: Readonly<Record<string, boolean>>): boolean {
  return page.screen !== undefined && mayOpen(page, granted)
}

function stateOf(
  data: DashboardCard | undefined,
  { isError, dataUpdatedAt }: { isError: boolean; dataUpdatedAt: number },
) {
  if (!data) return isError ? 'failed' : 'loading'
  return isError ? { staleSince: timeParts(dataUpdatedAt).minute } : 'ready'
}
