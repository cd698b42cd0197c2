import { type PageTab, TabbedPage } from '../../archetypes/TabbedPage'
import { lazily } from '../../kit/lazily'
import { useText } from '../../kit/text'

const tabs: readonly [PageTab, ...PageTab[]] = [
  {
    key: 'pages',
    label: (t) => t('rights.pages.title'),
    panel: lazily(() => import('./PagePermissions'), 'PagePermissions'),
  },
  {
    key: 'equipment',
    label: (t) => t('rights.equipment.title'),
    panel: lazily(() => import('./EquipmentPermissions'), 'EquipmentPermissions'),
  },
  {
    key: 'accounts',
    label: (t) => t('rights.accounts.title'),
    panel: lazily(() => import('./AccountTable'), 'AccountTable'),
  },
  {
    key: 'why',
    label: (t) => t('rights.why.tab'),
    panel: lazily(() => import('./WhyPanel'), 'WhyPanel'),
  },
]

/** Rights: permissions for pages and equipment, accounts, and explanations. */
export function RightsPage() {
  const t = useText()
  return <TabbedPage label={t('rights.tabs.label')} tabs={tabs} />
}
