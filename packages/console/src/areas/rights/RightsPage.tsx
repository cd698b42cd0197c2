import { Suspense } from 'react'
import { lazily } from '../../kit/lazily'
import { PageHead } from '../../site/PageHead'
import { Skeleton } from '../../kit/Skeleton'
import { Tabs } from '../../kit/Tabs'
import { useText } from '../../kit/text'
import frame from '../../parts/page.module.css'
import { useAddress } from '../../parts/use-address'

const panels = {
  pages: lazily(() => import('./PagePermissions'), 'PagePermissions'),
  equipment: lazily(() => import('./EquipmentPermissions'), 'EquipmentPermissions'),
  accounts: lazily(() => import('./AccountTable'), 'AccountTable'),
  why: lazily(() => import('./WhyPanel'), 'WhyPanel'),
}
type Panel = keyof typeof panels
/** Of a table that is on its way. */
const TABLE_HEIGHT_PX = 320

/** Who may do what: permissions for pages and equipment, accounts, and why. */
export function RightsPage() {
  const t = useText()
  const [{ tab }, changeAddress] = useAddress()
  const tabs: readonly { readonly key: Panel; readonly label: string }[] = [
    { key: 'pages', label: t('rights.pages.title') },
    { key: 'equipment', label: t('rights.equipment.title') },
    { key: 'accounts', label: t('rights.accounts.title') },
    { key: 'why', label: t('rights.why.tab') },
  ]
  const current = tabs.find(({ key }) => key === tab)?.key ?? 'pages'
  const Panel = panels[current]
  return (
    <div className={frame.page}>
      <PageHead />
      <Tabs
        label={t('rights.tabs.label')}
        tabs={tabs}
        current={current}
        onChange={(key) => changeAddress({ tab: key === 'pages' ? undefined : key })}
      >
        <Suspense fallback={<Skeleton height={TABLE_HEIGHT_PX} />}>
          <Panel />
        </Suspense>
      </Tabs>
    </div>
  )
}
