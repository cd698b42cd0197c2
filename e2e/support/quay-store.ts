import { createHash } from 'node:crypto'
import type { DepartmentId, StoreId, TerminalId } from '@coldkeep/domain/ids'
import { type EpochMs, epochMs } from '@coldkeep/domain/time/instant'
import type { Db } from '@coldkeep/server/db/connect'
import { insertDeviceModel } from '@coldkeep/server/instructions/product-model-queries'
import { insertDevice } from '@coldkeep/server/testing/plant/plant-devices'
import { insertDepartments, insertStore, insertTerminal } from '@coldkeep/server/testing/plant/plant-stores'
import type { TinyDevice, TinyFleet } from '@coldkeep/server/testing/tiny-fleet'

/** A store two departments deeper than the others, with so many cases that a table needs a second page. */
export interface QuayStore {
  readonly storeId: StoreId
  readonly terminalId: TerminalId
  readonly cases: readonly TinyDevice[]
}

/** The last one would be a formula and two cells in a file written carelessly. */
const caseNames = ['Case 1', 'Case 2', 'Case 3', 'Case 4', 'Case 5', '@Case, 6']

export async function insertQuayStore(db: Db, fleet: TinyFleet, now: EpochMs): Promise<QuayStore> {
  const harbour = await insertDepartments(
    db,
    { name: 'Harbour', children: [{ name: 'Quay', children: [] }] },
    fleet.north,
  )
  const storeId = await insertStore(db, {
    code: 'N003',
    name: 'Elm Landing',
    departmentId: harbour.children[0]?.id as DepartmentId,
    vendorId: fleet.vendors.glacier,
    country: 'TW',
    zone: 'Asia/Taipei',
    address: '1 Elm Landing',
    opensAtMinute: 0,
    closesAtMinute: 0,
  })
  const terminalId = 'TB-N003' as TerminalId
  const secretHash = createHash('sha256').update('N003').digest()
  await insertTerminal(db, { terminalId, storeId, secretHash }, now)
  const modelId = await insertDeviceModel(db, 'Carel', 'IR33')
  const cases: TinyDevice[] = []
  for (const [index, name] of caseNames.entries()) {
    cases.push(
      await insertDevice(db, {
        storeId,
        terminalId,
        commissionedAt: epochMs(Date.UTC(2026, 9, 1)),
        periodSeconds: 300,
        revision: 1,
        name,
        type: 'doored_case',
        zone: 'C4',
        modelId,
        unitId: index + 1,
        points: [
          { name: 'Air', kind: 'air_temperature', unit: '°C' },
          { name: 'Compressor', kind: 'compressor', unit: '' },
        ],
      }),
    )
  }
  return { storeId, terminalId, cases }
}
