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

/** What stands in the stores: devices, and the ports of terminals on which they hang. */
export function EquipmentPage() {
  const t = useText()
  return <TabbedPage label={t('equipment.tabs')} tabs={tabs} />
}
