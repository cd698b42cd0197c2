import { Suspense } from 'react'
import { lazily } from '../../kit/lazily'
import { PageHead } from '../../site/PageHead'
import { Skeleton } from '../../kit/Skeleton'
import { Tabs } from '../../kit/Tabs'
import { useText } from '../../kit/text'
import frame from '../../parts/page.module.css'
import { useAddress } from '../../parts/use-address'

const panels = {
  devices: lazily(() => import('./EquipmentTable'), 'EquipmentTable'),
  ports: lazily(() => import('./PortPanel'), 'PortPanel'),
}
type Panel = keyof typeof panels
/** Of a table that is on its way. */
const TABLE_HEIGHT_PX = 320

/** What stands in the stores: devices, and the ports of terminals on which they hang. */
export function EquipmentPage() {
  const t = useText()
  const [{ tab }, changeAddress] = useAddress()
  const tabs: readonly { readonly key: Panel; readonly label: string }[] = [
    { key: 'devices', label: t('equipment.table') },
    { key: 'ports', label: t('equipment.ports.title') },
  ]
  const current = tabs.find(({ key }) => key === tab)?.key ?? 'devices'
  const Panel = panels[current]
  return (
    <div className={frame.page}>
      <PageHead />
      <Tabs
        label={t('equipment.tabs')}
        tabs={tabs}
        current={current}
        onChange={(key) => changeAddress({ tab: key === 'devices' ? undefined : key })}
      >
        <Suspense fallback={<Skeleton height={TABLE_HEIGHT_PX} />}>
          <Panel />
        </Suspense>
      </Tabs>
    </div>
  )
}
