import type { DeviceId, DeviceModelId } from '@coldkeep/domain/ids'
import { wantsOf } from '@coldkeep/domain/parameters/claim'
import { type ComparedParameter, compareDevice, deviceState } from '@coldkeep/domain/parameters/compare'
import { type Parameter, parametersOf } from '@coldkeep/domain/parameters/parameter'
import type { Db } from '../db/connect'
import type { StateCounts } from '../db/parameter-tables'
import { selectPublished } from '../instructions/model-version-queries'
import type { ComparableDevice } from './device-queries'
import { selectObserved } from './observed-queries'
import { selectClaims } from './profile-queries'
import { type DeviceStanding, upsertStandings } from './state-queries'

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
    const wants = wantsOf(device, claims)
    const compared = compareDevice(wants, own, observed.get(device.deviceId) ?? new Map())
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
  await upsertStandings(
    db,
    compared.flatMap((one) => (one.parameters.length === 0 ? [] : [standingOf(one)])),
  )
  return new Map(compared.map((one) => [one.device.deviceId, one]))
}

function standingOf({ device, compared }: ComparedDevice): DeviceStanding {
  const { storeId, deviceId, deviceModelId } = device
  const counts: Record<string, number> = {}
  for (const { state } of compared) counts[state] = (counts[state] ?? 0) + 1
  return { storeId, deviceId, deviceModelId, state: deviceState(compared), counts: counts as StateCounts }
}
