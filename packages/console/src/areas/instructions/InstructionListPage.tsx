import { type PageTab, TabbedPage } from '../../archetypes/TabbedPage'
import { lazily } from '../../kit/lazily'
import { useText } from '../../kit/text'
import { ModelFilter } from './ModelFilter'
import { useRowCounts } from './use-row-counts'

const tabs: readonly [PageTab, ...PageTab[]] = [
  {
    key: 'polls',
    label: (t) => t('instructions.polls'),
    panel: lazily(() => import('./PollCommandTable'), 'PollCommandTable'),
  },
  {
    key: 'nodes',
    label: (t) => t('instructions.nodes'),
    panel: lazily(() => import('./NodePanel'), 'NodePanel'),
  },
  {
    key: 'writes',
    label: (t) => t('instructions.writes'),
    panel: lazily(() => import('./WriteCommandTable'), 'WriteCommandTable'),
  },
  {
    key: 'versions',
    label: (t) => t('instructions.versions'),
    panel: lazily(() => import('./VersionPanel'), 'VersionPanel'),
  },
]

/** Which requests and writes device models accept, and what their replies mean. */
export function InstructionListPage() {
  const t = useText()
  const counts = useRowCounts()
  return (
    <TabbedPage label={t('shell.pages.pollTables')} tabs={tabs} counts={counts}>
      <ModelFilter />
    </TabbedPage>
  )
}
