import { type PageTab, TabbedPage } from '../../archetypes/TabbedPage'
import { lazily } from '../../kit/lazily'
import { useText } from '../../kit/text'
import { PageHead } from '../../site/PageHead'

const EngineersPanel = lazily(() => import('./EngineersPanel'), 'EngineersPanel')
const OnCallPanel = lazily(() => import('./OnCallPanel'), 'OnCallPanel')

const tabs: readonly [PageTab, ...PageTab[]] = [
  { key: 'engineers', label: (t) => t('amber.engineersTab'), panel: EngineersPanel },
  { key: 'onCall', label: (t) => t('amber.onCallTab'), panel: OnCallPanel },
]

/** The alert service of the engineers of stores, and who is on call. */
export function AmberPage() {
  const t = useText()
  return (
    <>
      <PageHead />
      <TabbedPage label={t('amber.tabs')} tabs={tabs} />
    </>
  )
}
