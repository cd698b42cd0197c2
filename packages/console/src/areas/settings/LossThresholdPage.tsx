import { type PageTab, TabbedPage } from '../../archetypes/TabbedPage'
import { lazily } from '../../kit/lazily'
import { useText } from '../../kit/text'
import { DemandRulePanel } from './DemandRulePanel'
import { FigurePanel } from './FigurePanel'
import { LossPanel } from './LossPanel'

/** Its table is a larger part of the code than all other panels. */
const ProgressPanel = lazily(() => import('./ProgressPanel'), 'ProgressPanel')

const tabs: readonly [PageTab, ...PageTab[]] = [
  { key: 'host', label: (t) => t('lossRules.rule'), panel: LossPanel },
  { key: 'demand', label: (t) => t('lossRules.demand.rule'), panel: DemandRulePanel },
  { key: 'figures', label: (t) => t('settings.figures.title'), panel: FigurePanel },
  { key: 'progress', label: (t) => t('settings.progress.title'), panel: ProgressPanel },
]

/** When stores are notified of what no limit of a device says, the figures that days are judged by, and what repairs go through. */
export function LossThresholdPage() {
  const t = useText()
  return <TabbedPage label={t('shell.pages.connectionLoss')} tabs={tabs} />
}
