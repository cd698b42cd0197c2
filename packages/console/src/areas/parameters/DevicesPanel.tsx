import type { DeviceId } from '@coldkeep/domain/ids'
import { Suspense } from 'react'
import { lazily } from '../../kit/lazily'
import { Skeleton } from '../../kit/Skeleton'
import { useAddress } from '../../parts/use-address'
import { DeviceList } from './DeviceList'
import { idIn } from './ids-in-address'

const DevicePanel = lazily(() => import('./DevicePanel'), 'DevicePanel')

/** How devices stand against the parameter files, or how one of them does; which one is in the address. */
export function DevicesPanel() {
  const [{ device }, changeAddress] = useAddress()
  const id = idIn<DeviceId>(device)
  if (id === null) return <DeviceList />
  return (
    <Suspense fallback={<Skeleton height={480} />}>
      <DevicePanel key={id} id={id} onBack={() => changeAddress({ tab: 'devices', device: undefined })} />
    </Suspense>
  )
}
