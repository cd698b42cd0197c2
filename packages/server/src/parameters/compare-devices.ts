import type { DeviceId, DeviceModelId } from '@coldkeep/domain/ids'
import { desiredOf } from '@coldkeep/domain/parameters/claim'
import { type ComparedParameter, compareDevice, deviceState } from '@coldkeep/domain/parameters/compare'
import { type Parameter, parametersOf } from '@coldkeep/domain/parameters/parameter'
import type { Db } from '../db/connect'
import type { StateCounts } from '../db/parameter-tables'
import { selectPublished } from '../instructions/model-version-queries'
import type { ComparableDevice } from './device-queries'
import { selectObserved } from './observed-queries'
import { selectClaims } from './profile-queries'
import { type DeviceStatus, upsertStatuses } from './state-queries'

/** A device with each of its wanted parameters. */
export interface ComparedDevice {
  readonly device: ComparableDevice
  readonly parameters: readonly Parameter[]
  readonly compared: readonly ComparedParameter[]
}

/** Compares devices with the profiles that claim them: three reads, however many devices there are. */
export async function compareDevices(
  db: Db,
  devices: readonly ComparableDevice[],
): Promise<readonly ComparedDevice[]> {
  const models = [...new Set(devices.map(({ deviceModelId }) => deviceModelId))]
  const parameters = await selectParameters(db, models)
  const claims = await selectClaims(db, models)
  const observed = await selectObserved(db, devices)
  return devices.map((device) => {
    const own = parameters.get(device.deviceModelId) ?? []
    const desired = desiredOf(device, claims)
    const compared = compareDevice(desired, own, observed.get(device.deviceId) ?? new Map())
    return { device, parameters: own, compared }
  })
}

/** The parameters of the published versions of models. */
export async function selectParameters(
  db: Db,
  models: readonly DeviceModelId[],
): Promise<ReadonlyMap<DeviceModelId, readonly Parameter[]>> {
  const published = await selectPublished(db, models)
  return new Map([...published].map(([id, { tables }]) => [id, parametersOf(tables)]))
}

/** Compares devices, and keeps how they stand. */
export async function judgeDevices(
  db: Db,
  devices: readonly ComparableDevice[],
): Promise<ReadonlyMap<DeviceId, ComparedDevice>> {
  const compared = await compareDevices(db, devices)
  await upsertStatuses(
    db,
    compared.flatMap((one) => (one.parameters.length === 0 ? [] : [statusOf(one)])),
  )
  return new Map(compared.map((one) => [one.device.deviceId, one]))
}

function statusOf({ device, compared }: ComparedDevice): DeviceStatus {
  const { storeId, deviceId, deviceModelId } = device
  const counts: Record<string, number> = {}
  for (const { state } of compared) counts[state] = (counts[state] ?? 0) + 1
  return { storeId, deviceId, deviceModelId, state: deviceState(compared), counts: counts as StateCounts }
}
