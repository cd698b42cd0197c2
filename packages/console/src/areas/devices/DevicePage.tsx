import { getDevice } from '@coldkeep/contract/areas/devices'
import type { DeviceId } from '@coldkeep/domain/ids'
import { serviceText } from '../../api/call-problem'
import { useCall } from '../../api/use-call'
import { LoadFailure } from '../../kit/LoadFailure'
import { Skeleton } from '../../kit/Skeleton'
import { LiveStatus } from '../../parts/LiveStatus'
import { PageHead } from '../../site/PageHead'
import { DeviceAlarms } from '../alarms/DeviceAlarms'
import { DeviceCurves } from './DeviceCurves'
import { DeviceFacts } from './DeviceFacts'
import { DeviceHealth } from './DeviceHealth'
import styles from './devices.module.css'
import { LivePoints } from './LivePoints'

const REFRESH_MS = 15_000

/** One device: its place and connection, its values now, and its last week. */
export function DevicePage({ id }: { id: DeviceId }) {
  const device = useCall(getDevice, { params: { deviceId: id } }, { refreshMs: REFRESH_MS, quiet: true })

  if (device.isError && !device.data) {
    return <LoadFailure size="page" words={serviceText(device.error)} onRetry={() => void device.refetch()} />
  }
  if (!device.data) {
    return (
      <div className={styles.page}>
        <Skeleton height={132} />
        <Skeleton height={320} />
        <Skeleton height={240} />
      </div>
    )
  }
  return (
    <div className={styles.page}>
      <PageHead
        scope={`${device.data.store.name} · ${device.data.name}`}
        status={<LiveStatus updatedAtMs={device.dataUpdatedAt} refreshMs={REFRESH_MS} />}
      />
      <DeviceFacts device={device.data} />
      <DeviceAlarms device={id} />
      <DeviceHealth device={id} zone={device.data.store.zone} />
      <DeviceCurves device={device.data} />
      <LivePoints device={device.data} />
    </div>
  )
}
