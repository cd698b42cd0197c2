import { type PageTab, TabbedPage } from '../../archetypes/TabbedPage'
import { lazily } from '../../kit/lazily'
import { useText } from '../../kit/text'
import { useAddress } from '../../parts/use-address'
import { PageHead } from '../../site/PageHead'

const FilesPanel = lazily(() => import('./FilesPanel'), 'FilesPanel')
const DevicesPanel = lazily(() => import('./DevicesPanel'), 'DevicesPanel')

const tabs: readonly [PageTab, ...PageTab[]] = [
  { key: 'files', label: (t) => t('parameters.tabs.files'), panel: FilesPanel },
  { key: 'devices', label: (t) => t('parameters.tabs.devices'), panel: DevicesPanel },
]

/** Temperature-control parameters: how devices shall be set, and how they are. Messages lead to a device. */
export function ParametersPage() {
  const t = useText()
  const [{ device }] = useAddress()
  return (
    <TabbedPage
      label={t('parameters.tabs.label')}
      tabs={tabs}
      implied={device === undefined ? undefined : 'devices'}
    >
      <PageHead />
    </TabbedPage>
  )
}
