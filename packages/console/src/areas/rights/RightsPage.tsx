import { PageHead } from '../../app/PageHead'
import { Tabs } from '../../kit/Tabs'
import { useText } from '../../kit/text'
import frame from '../../parts/page.module.css'
import { useAddress } from '../../parts/use-address'
import { AccountTable } from './AccountTable'
import { EquipmentPermissions } from './EquipmentPermissions'
import { PagePermissions } from './PagePermissions'
import { WhyPanel } from './WhyPanel'

const panels = {
  pages: PagePermissions,
  equipment: EquipmentPermissions,
  accounts: AccountTable,
  why: WhyPanel,
}
type Panel = keyof typeof panels

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
        <Panel />
      </Tabs>
    </div>
  )
}
