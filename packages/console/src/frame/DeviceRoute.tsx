import type { DeviceId } from '@coldkeep/domain/ids'
import { useParams } from '@tanstack/react-router'
import { DevicePage } from '../areas/devices/DevicePage'
import { NotFoundView } from './NotFoundView'

/** The device that the address names by its number. */
export function DeviceRoute() {
  const { id = '' } = useParams({ strict: false }) as { id?: string }
  return /^[1-9][0-9]{0,15}$/.test(id) ? <DevicePage id={Number(id) as DeviceId} /> : <NotFoundView />
}
