import { Suspense } from 'react'
import { lazily } from '../../kit/lazily'
import { PageHead } from '../../site/PageHead'
import { Skeleton } from '../../kit/Skeleton'
import { type Tab, Tabs } from '../../kit/Tabs'
import { useText } from '../../kit/text'
import frame from '../../parts/page.module.css'
import { useAddress } from '../../parts/use-address'
import { ModelFilter } from './ModelFilter'
import { useRowCounts } from './use-row-counts'

const panels = {
  polls: lazily(() => import('./PollCommandTable'), 'PollCommandTable'),
  nodes: lazily(() => import('./NodePanel'), 'NodePanel'),
  writes: lazily(() => import('./WriteCommandTable'), 'WriteCommandTable'),
  versions: lazily(() => import('./VersionPanel'), 'VersionPanel'),
}
type Panel = keyof typeof panels
/** Of a table that is on its way. */
const TABLE_HEIGHT_PX = 320

/** What device models can be asked and told, and what their replies mean. */
export function InstructionListPage() {
  const t = useText()
  const [{ tab }, changeAddress] = useAddress()
  const counts = useRowCounts()
  const tabs: readonly (Tab & { readonly key: Panel })[] = [
    { key: 'polls', label: t('instructions.polls'), count: counts.polls },
    { key: 'nodes', label: t('instructions.nodes'), count: counts.nodes },
    { key: 'writes', label: t('instructions.writes'), count: counts.writes },
    { key: 'versions', label: t('instructions.versions') },
  ]
  const current = tabs.find(({ key }) => key === tab)?.key ?? 'polls'
  const Panel = panels[current]
  return (
    <div className={frame.page}>
      <PageHead />
      <ModelFilter />
      <Tabs
        label={t('shell.pages.pollTables')}
        tabs={tabs}
        current={current}
        onChange={(key) => changeAddress({ tab: key === 'polls' ? undefined : key })}
      >
        <Suspense fallback={<Skeleton height={TABLE_HEIGHT_PX} />}>
          <Panel />
        </Suspense>
      </Tabs>
    </div>
  )
}
