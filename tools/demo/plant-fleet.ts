import { createHash, randomBytes } from 'node:crypto'
import type { Department } from '@coldkeep/domain/organisation/department'
import { epochMs } from '@coldkeep/domain/time/instant'
import { insertCoverages } from '@coldkeep/server/analysis/temperature-day-queries'
import type { Db } from '@coldkeep/server/db/connect'
import { insertDeviceModel } from '@coldkeep/server/instructions/product-model-queries'
import { insertDevice } from '@coldkeep/server/testing/plant/plant-devices'
import {
  type DepartmentDraft,
  insertDepartments,
  insertStore,
  insertTerminal,
  insertVendor,
} from '@coldkeep/server/testing/plant/plant-stores'
import type { Fleet, FleetDevice, FleetStore } from '@coldkeep/simulator/fleet/fleet'
import { fleetInsurance } from './insurance'
import { FIRST_REVISION, type PlantedDevice, type PlantedFleet, type PlantedStore } from './planted'
import { demo, pollingPace } from './settings'
import { storeCard } from './store-card'

export interface Planting {
  readonly planted: PlantedFleet
  /** In the order of the fleet's departments. */
  readonly departments: readonly Department[]
}

/** Writes organisation, stores, terminals, devices, points and insurances of a fleet; all or nothing. */
export function plantFleet(db: Db, fleet: Fleet): Promise<Planting> {
  return db.transaction().execute(async (trx) => {
    const departments = await plantDepartments(trx, fleet)
    const vendorIds = []
    for (const name of fleet.vendors) vendorIds.push(await insertVendor(trx, name))
    const stores: PlantedStore[] = []
    for (const store of fleet.stores) {
      const departmentId = departments[store.departmentIndex]?.id
      if (departmentId === undefined) throw new Error(`Store ${store.code} has no department`)
      const storeId = await insertStore(trx, {
        departmentId,
        vendorId: vendorIds[store.vendorIndex] ?? null,
        code: store.code,
        name: store.name,
        country: store.country,
        zone: store.zone,
        address: store.address,
        floorAreaM2: store.floorAreaM2,
        opensAtMinute: store.opensAtMinute,
        closesAtMinute: store.closesAtMinute,
        ...storeCard(store, fleet.madeAtMs),
      })
      stores.push(await plantEquipment(trx, store, storeId))
    }
    await insertCoverages(trx, fleetInsurance(fleet, stores))
    return { planted: { seed: fleet.seed, madeAtMs: fleet.madeAtMs, stores }, departments }
  })
}

async function plantDepartments(db: Db, fleet: Fleet): Promise<Department[]> {
  const draftOf = (index: number): DepartmentDraft & { readonly index: number } => ({
    index,
    name: fleet.departments[index]?.name ?? '',
    children: fleet.departments.flatMap((other, child) =>
      other.parentIndex === index ? [draftOf(child)] : [],
    ),
  })
  const draft = draftOf(0)
  const placed: Department[] = []
  const visit = (department: Department, from: ReturnType<typeof draftOf>) => {
    placed[from.index] = department
    for (const [position, child] of from.children.entries()) {
      const below = department.children[position]
      if (below) visit(below, child as ReturnType<typeof draftOf>)
    }
  }
  visit(await insertDepartments(db, draft), draft)
  return placed
}

async function plantEquipment(
  db: Db,
  store: FleetStore,
  storeId: PlantedStore['storeId'],
): Promise<PlantedStore> {
  const secret = randomBytes(32).toString('base64url')
  const secretHash = createHash('sha256').update(secret).digest()
  const { terminalId } = store
  const openedAt = epochMs(store.openedAtMs)
  const box = { serial: `CK${terminalId.slice('TB-'.length)}`, hardware: 'Virtual box', claimedAt: openedAt }
  await insertTerminal(db, { terminalId, storeId, secretHash, ...box }, openedAt)
  const devices: PlantedDevice[] = []
  for (const device of store.devices) devices.push(await plantDevice(db, store, device, storeId))
  return { storeId, secret, devices }
}

async function plantDevice(
  db: Db,
  store: FleetStore,
  device: FleetDevice,
  storeId: PlantedStore['storeId'],
): Promise<PlantedDevice> {
  return insertDevice(db, {
    storeId,
    terminalId: store.terminalId,
    modelId: await insertDeviceModel(db, device.brand, device.model),
    name: device.name,
    type: device.type,
    zone: device.zone,
    unitId: device.unitId,
    commissionedAt: epochMs(device.commissionedAtMs),
    periodSeconds: store.link === 'modbus' ? pollingPace.periodSeconds : demo.cycleSeconds,
    revision: FIRST_REVISION,
    points: device.points.map(({ commandCode: _, ...point }) => point),
    ...(device.type === 'main_meter' && {
      contractedKw: store.demand.contractedKw,
      demandIntervalMinutes: store.demand.intervalMinutes,
    }),
  })
}
