import { createHash } from 'node:crypto'
import { pageKeys } from '@coldkeep/domain/access/page-key'
import type {
  AccountId,
  DepartmentId,
  DeviceId,
  DevicePermissionTypeId,
  PagePermissionTypeId,
  PointId,
  PointListId,
  StoreId,
  TerminalId,
  VendorId,
} from '@coldkeep/domain/ids'
import { type EpochMs, epochMs } from '@coldkeep/domain/time/instant'
import { insertAccount, insertPermissionType, selectWholeEquipmentType } from '../accounts/sign-in-queries'
import type { Db } from '../db/connect'
import { insertDeviceModel } from '../instructions/product-model-queries'
import { insertDevice } from './plant/plant-devices'
import { insertDepartments, insertStore, insertTerminal, insertVendor } from './plant/plant-stores'
import { quickHash } from './quick-hash'

export const PASSWORD = 'cold as it gets'

export interface TinyDevice {
  readonly deviceId: DeviceId
  readonly pointListId: PointListId
  readonly pointIds: readonly PointId[]
}

export interface TinyStore {
  readonly storeId: StoreId
  readonly terminalId: TerminalId
  readonly freezer: TinyDevice
  readonly meter: TinyDevice
}

/** Two departments with two stores each, two devices in every store, and four accounts. */
export interface TinyFleet {
  readonly company: DepartmentId
  readonly north: DepartmentId
  readonly south: DepartmentId
  readonly vendors: { readonly polar: VendorId; readonly glacier: VendorId }
  readonly stores: {
    readonly alder: TinyStore
    readonly birch: TinyStore
    readonly cedar: TinyStore
    readonly dogwood: TinyStore
  }
  readonly accounts: {
    /** Every page, the whole company, all equipment to write to. */
    readonly admin: AccountId
    /** The connection page, department North. */
    readonly north: AccountId
    /** No page at all, department South. */
    readonly south: AccountId
  }
}

export async function insertTinyFleet(db: Db, now: EpochMs): Promise<TinyFleet> {
  const company = await insertDepartments(db, {
    name: 'Frostline',
    children: [
      { name: 'North', children: [] },
      { name: 'South', children: [] },
    ],
  })
  const [north, south] = company.children.map((child) => child.id) as [DepartmentId, DepartmentId]
  const vendors = {
    polar: await insertVendor(db, 'Polar Service'),
    glacier: await insertVendor(db, 'Glacier Works'),
  }
  const taipei = { country: 'TW', zone: 'Asia/Taipei' }
  const tokyo = { country: 'JP', zone: 'Asia/Tokyo' }
  const put = (
    code: string,
    name: string,
    departmentId: DepartmentId,
    vendorId: VendorId,
    place: typeof taipei,
  ) => insertTinyStore(db, { code, name, departmentId, vendorId, ...place }, now)
  return {
    company: company.id,
    north,
    south,
    vendors,
    stores: {
      alder: await put('N001', 'Alder Street', north, vendors.polar, taipei),
      birch: await put('N002', 'Birch Lane 50%', north, vendors.polar, taipei),
      cedar: await put('S001', 'Cedar_Road', south, vendors.glacier, tokyo),
      dogwood: await put('S002', 'Dogwood Alley', south, vendors.glacier, tokyo),
    },
    accounts: await insertAccounts(db, { company: company.id, north, south }, now),
  }
}

/** Another department of the company, with a store in Tokyo that has what each store has. */
export async function insertFurtherStore(
  db: Db,
  { company, vendors }: TinyFleet,
  name: string,
  now: EpochMs,
): Promise<TinyStore> {
  const { id: departmentId } = await insertDepartments(db, { name, children: [] }, company, 2)
  const place = { country: 'JP', zone: 'Asia/Tokyo', vendorId: vendors.glacier }
  return insertTinyStore(db, { code: `F${name}`, name, departmentId, ...place }, now)
}

interface StorePlace {
  readonly code: string
  readonly name: string
  readonly departmentId: DepartmentId
  readonly vendorId: VendorId
  readonly country: string
  readonly zone: string
}

async function insertTinyStore(db: Db, place: StorePlace, now: EpochMs): Promise<TinyStore> {
  const storeId = await insertStore(db, {
    ...place,
    address: `1 ${place.name}`,
    opensAtMinute: 0,
    closesAtMinute: 0,
  })
  const terminalId = `TB-${place.code}` as TerminalId
  const secretHash = createHash('sha256').update(place.code).digest()
  await insertTerminal(db, { terminalId, storeId, secretHash }, now)
  const modelId = await insertDeviceModel(db, 'Carel', 'IR33')
  const meterModelId = await insertDeviceModel(db, 'Eastron', 'SDM630')
  const common = {
    storeId,
    terminalId,
    commissionedAt: epochMs(Date.UTC(2026, 9, 1)),
    periodSeconds: 300,
    revision: 1,
  }
  return {
    storeId,
    terminalId,
    freezer: await insertDevice(db, {
      ...common,
      name: 'Freezer 1',
      type: 'doored_case',
      zone: 'FZ',
      modelId,
      unitId: 1,
      points: [
        { name: 'Air', kind: 'air_temperature', unit: '°C' },
        { name: 'Defrost', kind: 'defrost', unit: '' },
      ],
    }),
    meter: await insertDevice(db, {
      ...common,
      name: 'Main meter',
      type: 'main_meter',
      zone: null,
      modelId: meterModelId,
      unitId: 9,
      points: [
        { name: 'Energy', kind: 'energy', unit: 'kWh' },
        { name: 'Power', kind: 'power', unit: 'kW' },
      ],
    }),
  }
}

async function insertAccounts(
  db: Db,
  departments: { company: DepartmentId; north: DepartmentId; south: DepartmentId },
  now: EpochMs,
) {
  const passwordHash = await quickHash(PASSWORD)
  const everything = await insertPermissionType(db, 'All pages', pageKeys)
  const connectionOnly = await insertPermissionType(db, 'Connection', ['1-1'])
  const put = (
    login: string,
    name: string,
    departmentId: DepartmentId,
    permissionTypeIds: PagePermissionTypeId[],
    equipmentTypeIds: DevicePermissionTypeId[] = [],
  ) =>
    insertAccount(
      db,
      { login, name, email: '', passwordHash, departmentId, permissionTypeIds, equipmentTypeIds },
      now,
    )
  return {
    admin: await put('admin', 'Ada', departments.company, [everything], await selectWholeEquipmentType(db)),
    north: await put('north', 'Nora', departments.north, [connectionOnly]),
    south: await put('南', 'Minami', departments.south, []),
  }
}
