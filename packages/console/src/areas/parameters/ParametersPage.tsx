import { type PageTab, TabbedPage } from '../../archetypes/TabbedPage'
import { lazily } from '../../kit/lazily'
import { useText } from '../../kit/text'
import { useAddress } from '../../parts/use-address'
import { withTexts } from '../../site/language'
import { PageHead } from '../../site/PageHead'

const FilesPanel = lazily(() => import('./FilesPanel'), 'FilesPanel')
const DevicesPanel = lazily(() => import('./DevicesPanel'), 'DevicesPanel')
const ChangesPanel = lazily(() => import('./ChangesPanel'), 'ChangesPanel')
const SavingsPanel = lazily(
  () => withTexts('savings', () => import('../savings/SavingsPanel')),
  'SavingsPanel',
)

const tabs: readonly [PageTab, ...PageTab[]] = [
  { key: 'files', label: (t) => t('parameters.tabs.files'), panel: FilesPanel },
  { key: 'devices', label: (t) => t('parameters.tabs.devices'), panel: DevicesPanel },
  { key: 'changes', label: (t) => t('parameters.tabs.changes'), panel: ChangesPanel },
  { key: 'savings', label: (t) => t('parameters.tabs.savings'), panel: SavingsPanel },
]

/** Temperature-control parameters: how devices shall be set, and how they are. Messages lead to a device, or to what was applied. */
export function ParametersPage() {
  const t = useText()
  const [{ device, apply, plan }] = useAddress()
  return (
    <TabbedPage label={t('parameters.tabs.label')} tabs={tabs} implied={impliedTab({ device, apply, plan })}>
      <PageHead />
    </TabbedPage>
  )
}

function impliedTab({
  device,
  apply,
  plan,
}: Readonly<Record<'device' | 'apply' | 'plan', string | undefined>>) {
  if (apply !== undefined || plan !== undefined) return 'changes'
  return device === undefined ? undefined : 'devices'
}
