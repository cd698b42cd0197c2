import { type PageTab, TabbedPage } from '../../archetypes/TabbedPage'
import { lazily } from '../../kit/lazily'
import { useText } from '../../kit/text'
import { PageHead } from '../../site/PageHead'
import { PointsPanel } from './PointsPanel'

const ApplicationsPanel = lazily(() => import('./ApplicationsPanel'), 'ApplicationsPanel')
const GrantsPanel = lazily(() => import('./GrantsPanel'), 'GrantsPanel')
const StatementPanel = lazily(() => import('./StatementPanel'), 'StatementPanel')
const PricesPanel = lazily(() => import('./PricesPanel'), 'PricesPanel')

const tabs: readonly [PageTab, ...PageTab[]] = [
  { key: 'points', label: (t) => t('servicePoints.points'), panel: PointsPanel },
  { key: 'applications', label: (t) => t('servicePoints.applications'), panel: ApplicationsPanel },
  { key: 'grants', label: (t) => t('servicePoints.grants'), panel: GrantsPanel },
  { key: 'statement', label: (t) => t('servicePoints.statements'), panel: StatementPanel },
  { key: 'prices', label: (t) => t('servicePoints.prices'), panel: PricesPanel },
]

/** Points of services: what there is of them, applying for more, what used them, a month of them, and what acts cost. */
export function ServicePointsPage() {
  const t = useText()
  return (
    <>
      <PageHead />
      <TabbedPage label={t('shell.pages.credits')} tabs={tabs} />
    </>
  )
}
