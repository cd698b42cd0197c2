import {
  homeAlarmRecord,
  homeConnectionRate,
  homeDemand,
  homeEnergyComparison,
  homeHealth,
  homeOperation,
  homeTemperatureAssurance,
} from '@coldkeep/contract/areas/home'
import { useRouterState } from '@tanstack/react-router'
import { Suspense } from 'react'
import { Icon } from '../../kit/icons'
import { Link } from '../../kit/Link'
import { lazily } from '../../kit/lazily'
import { Skeleton } from '../../kit/Skeleton'
import { useText } from '../../kit/text'
import { pathText } from '../../parts/department-path'
import { LiveStatus } from '../../parts/LiveStatus'
import { withTexts } from '../../site/language'
import { PageHead } from '../../site/PageHead'
import { paths } from '../../site/paths'
import { AlarmStrip } from '../alarms/AlarmStrip'
import { boardHref, isBoardAddress } from './board-address'
import styles from './home.module.css'
import { OrganisationMatrix } from './OrganisationMatrix'
import { SummaryCard, type SummaryCardProps } from './SummaryCard'
import { REFRESH_MS, scopeWords, useHomeScope, useScopePath } from './scope'
import { WorkInProgress } from './WorkInProgress'

/** Its table is the larger part of the screen's code, and the last thing that is read. */
const StoresNeedingAttention = lazily(() => import('./StoresNeedingAttention'), 'StoresNeedingAttention')
/** Seldom there is any. */
const PlannedUpdates = lazily(() => import('./PlannedUpdates'), 'PlannedUpdates')
/** Its words come with it. */
const WorkDue = lazily(() => withTexts('due', () => import('../due/WorkDue')), 'WorkDue')
const HomeMessages = lazily(
  () => withTexts('bulletins', () => import('../bulletins/HomeMessages')),
  'HomeMessages',
)
const WallBoard = lazily(() => import('./WallBoard'), 'WallBoard')

/** The cards in their order, and how many columns of twelve each takes. */
const cards: readonly (SummaryCardProps & { readonly span: number })[] = [
  { call: homeConnectionRate, chart: 'gauges', detail: paths.connectionRate, span: 5 },
  { call: homeTemperatureAssurance, chart: 'pie', detail: paths.temperatureAssurance, table: 't3', span: 3 },
  { call: homeHealth, chart: 'pie', detail: paths.freezerHealth, span: 4 },
  { call: homeDemand, chart: 'bars', detail: paths.demand, span: 4 },
  { call: homeEnergyComparison, chart: 'bars', detail: paths.energyComparison, span: 4 },
  { call: homeOperation, chart: 'pie', detail: paths.operation, span: 4 },
  { call: homeAlarmRecord, chart: 'bars', detail: paths.alarmRecord, span: 4 },
]

const ATTENTION_HEIGHT_PX = 252
const MATRIX_HEIGHT_PX = 130

/** What the cards leave of the last row is for the stores; a row that they fill leaves it all. */
const lastRow = cards.reduce((sum, { span }) => sum + span, 0) % 12

/** The state of the scope in figures, or the same for a wall. */
export function HomePage() {
  const isBoard = useRouterState({ select: (state) => isBoardAddress(state.location.searchStr) })
  if (!isBoard) return <Cards />
  return (
    <Suspense>
      <WallBoard />
    </Suspense>
  )
}

/** Each part loads, fails and refreshes on its own. */
function Cards() {
  const t = useText()
  const scope = useHomeScope()
  const path = useScopePath()
  return (
    <div className={styles.page}>
      <PageHead
        scope={scope.data && scopeWords(scope.data, t)}
        actions={
          <Link look="button" href={boardHref(path.length > 0 ? pathText(path) : undefined, true)}>
            <Icon name="board" />
            {t('shell.actions.wallBoard')}
          </Link>
        }
        status={<LiveStatus updatedAtMs={scope.dataUpdatedAt} refreshMs={REFRESH_MS} />}
      />
      <AlarmStrip departmentId={path.at(-1) ?? null} dep={path.length > 0 ? pathText(path) : undefined} />
      <Suspense>
        <PlannedUpdates path={path} />
      </Suspense>
      <WorkInProgress />
      <Suspense>
        <HomeMessages />
      </Suspense>
      <div className={styles.cards}>
        {cards.map(({ span, ...card }) => (
          <div key={card.detail} className={styles.part} data-span={span}>
            <SummaryCard {...card} />
          </div>
        ))}
        <div className={styles.part} data-span={12 - lastRow}>
          <Suspense fallback={<Skeleton height={ATTENTION_HEIGHT_PX} />}>
            <StoresNeedingAttention path={path} />
          </Suspense>
        </div>
      </div>
      <div className={styles.cards}>
        <div className={styles.part} data-span={8}>
          <OrganisationMatrix path={path} />
        </div>
        <Suspense fallback={<Skeleton height={MATRIX_HEIGHT_PX} />}>
          <WorkDue path={path} place={styles.part} />
        </Suspense>
      </div>
    </div>
  )
}
