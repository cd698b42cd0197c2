import { Problem } from '@coldkeep/contract/problem'
import type { DeviceId } from '@coldkeep/domain/ids'
import { scopeOf } from '../access/scope'
import type { SignedIn } from '../access/signed-in'
import type { Db } from '../db/connect'
import { compareDevices } from './compare-devices'
import { selectComparable } from './device-queries'
import { selectParameterDevices } from './list-queries'

/**
 * A device with its parameters, as the caller may see them.
 * @throws Problem `device.unknown`, the same for one without parameters, out of reach, or withheld
 */
export async function seenParameters(db: Db, user: SignedIn, deviceId: DeviceId) {
  const found = await findParameters(db, user, deviceId)
  if (found === null) throw new Problem('device.unknown')
  return found
}

/** The same; `null` for one without parameters, out of reach, or withheld. */
export async function findParameters(db: Db, user: SignedIn, deviceId: DeviceId) {
  const filter = {
    ...{ scope: scopeOf(user), storeId: null, modelId: null, state: null, text: '' },
    deviceIds: [deviceId],
  }
  const [row] = await selectParameterDevices(db, filter, 'store', { offset: 0, limit: 1 })
  const [device] = row === undefined ? [] : await selectComparable(db, row.storeId, [deviceId])
  const [compared] = device === undefined ? [] : await compareDevices(db, [device])
  if (row === undefined || compared === undefined) return null
  return { row, name: row.name, ...compared }
}
