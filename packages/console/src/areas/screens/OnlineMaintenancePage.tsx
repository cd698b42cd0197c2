import { type PageTab, TabbedPage } from '../../archetypes/TabbedPage'
import { lazily } from '../../kit/lazily'
import { useText } from '../../kit/text'
import { PageHead } from '../../site/PageHead'
import { ControlStrip } from './ControlStrip'
import { LeaveScreen } from './LeaveScreen'
import { ScreenPanel } from './ScreenPanel'

const SessionsPanel = lazily(() => import('./SessionsPanel'), 'SessionsPanel')
const RulePanel = lazily(() => import('./RulePanel'), 'RulePanel')

const tabs: readonly [PageTab, ...PageTab[]] = [
  { key: 'screen', label: (t) => t('screens.tab.screen'), panel: ScreenPanel },
  { key: 'sessions', label: (t) => t('screens.tab.sessions'), panel: SessionsPanel },
  { key: 'rule', label: (t) => t('screens.tab.rule'), panel: RulePanel },
]

/** The screens of stores: on one of them, who was on which, and what stores and departments allow. */
export function OnlineMaintenancePage() {
  const t = useText()
  return (
    <>
      <PageHead />
      <TabbedPage label={t('shell.pages.onlineMaintenance')} tabs={tabs}>
        <ControlStrip />
      </TabbedPage>
      <LeaveScreen />
    </>
  )
}
