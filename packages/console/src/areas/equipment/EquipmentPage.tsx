import { type PageTab, TabbedPage } from '../../archetypes/TabbedPage'
import { lazily } from '../../kit/lazily'
import { useText } from '../../kit/text'

const tabs: readonly [PageTab, ...PageTab[]] = [
  {
    key: 'devices',
    label: (t) => t('equipment.table'),
    panel: lazily(() => import('./EquipmentTable'), 'EquipmentTable'),
  },
  {
    key: 'ports',
    label: (t) => t('equipment.ports.title'),
    panel: lazily(() => import('./PortPanel'), 'PortPanel'),
  },
]

/** The equipment of the stores: devices, and the ports of terminals that they are attached to. */
export function EquipmentPage() {
  const t = useText()
  return <TabbedPage label={t('equipment.tabs')} tabs={tabs} />
}
