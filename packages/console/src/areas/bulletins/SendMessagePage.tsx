import { type PageTab, TabbedPage } from '../../archetypes/TabbedPage'
import { lazily } from '../../kit/lazily'
import { useText } from '../../kit/text'
import { PageHead } from '../../site/PageHead'

const WritePanel = lazily(() => import('./WritePanel'), 'WritePanel')
const SentPanel = lazily(() => import('./SentPanel'), 'SentPanel')

const tabs: readonly [PageTab, ...PageTab[]] = [
  { key: 'write', label: (t) => t('bulletins.tabs.write'), panel: WritePanel },
  { key: 'sent', label: (t) => t('bulletins.tabs.sent'), panel: SentPanel },
]

/** Messages to the people of stores: writing one in four steps, and what became of those that were sent. */
export function SendMessagePage() {
  const t = useText()
  return (
    <>
      <PageHead />
      <TabbedPage label={t('bulletins.title')} tabs={tabs} />
    </>
  )
}
