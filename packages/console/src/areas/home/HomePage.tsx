import {
  homeConnectionRate,
  homeDemand,
  homeEnergyComparison,
  homeOperation,
  homeTemperatureAssurance,
} from '@coldkeep/contract/areas/home'
import { PageHead } from '../../app/PageHead'
import { paths } from '../../app/paths'
import { useText } from '../../kit/text'
import { LiveStatus } from '../../parts/LiveStatus'
import styles from './home.module.css'
import { SummaryCard, type SummaryCardProps } from './SummaryCard'
import { REFRESH_MS, scopeWords, useHomeScope } from './scope'
import { WorkInProgress } from './WorkInProgress'

/** The cards in their order, and how many columns of twelve each takes. */
const cards: readonly (SummaryCardProps & { readonly span: number })[] = [
  { call: homeConnectionRate, chart: 'gauges', detail: paths.connectionRate, span: 5 },
  { call: homeTemperatureAssurance, chart: 'pie', detail: paths.temperatureAssurance, span: 3 },
  { call: homeDemand, chart: 'bars', detail: paths.demand, span: 4 },
  { call: homeEnergyComparison, chart: 'bars', detail: paths.energyComparison, span: 4 },
  { call: homeOperation, chart: 'pie', detail: paths.operation, span: 4 },
]

/** The state of the scope in figures; each part loads, fails and refreshes on its own. */
export function HomePage() {
  const t = useText()
  const scope = useHomeScope()
  return (
    <div className={styles.page}>
      <PageHead
        scope={scope.data && scopeWords(scope.data, t)}
        status={<LiveStatus updatedAtMs={scope.dataUpdatedAt} refreshMs={REFRESH_MS} />}
      />
      <WorkInProgress />
      <div className={styles.cards}>
        {cards.map(({ span, ...card }) => (
          <div key={card.detail} className={styles.part} data-span={span}>
            <SummaryCard {...card} />
          </div>
        ))}
      </div>
    </div>
  )
}
