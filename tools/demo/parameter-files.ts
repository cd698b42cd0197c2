import type { FridgeEntryId } from '@coldkeep/domain/ids'
import type { ProfileKind, ProfileValue } from '@coldkeep/domain/parameters/profile'
import { days, epochMs, later } from '@coldkeep/domain/time/instant'
import type { Db } from '@coldkeep/server/db/connect'
import { insertParameterFile } from '@coldkeep/server/testing/plant/plant-parameter-files'
import type { Fleet } from '@coldkeep/simulator/fleet/fleet'
import type { Planting } from './plant-fleet'

interface DemoFile {
  readonly brand: string
  readonly model: string
  readonly name: string
  /** Which of the fridges of its model. */
  readonly fridgeType: string
  readonly kind: ProfileKind
  readonly values: readonly ProfileValue[]
}

const value = (code: string, number: number, reason = '', isLocked = false): ProfileValue => ({
  ...{ code, value: number, reason, isLocked },
})

/** What the company has decided: devices of the fleet are near it, and not all of them at it. */
const files: readonly DemoFile[] = [
  {
    ...{ brand: 'Danfoss', model: 'AK-CC55 Compact', name: 'Walk-in chillers', kind: 'regulation' },
    fridgeType: 'Walk-in room',
    values: [value('cut-out', 2, 'Fresh food at 4 °C at most', true), value('differential', 2)],
  },
  {
    ...{ brand: 'Dixell', model: 'XR77U', name: 'Islands', kind: 'regulation' },
    fridgeType: 'Island freezer',
    values: [value('set-point', -22), value('differential', 2), value('highest-set-point', -18)],
  },
]

/** Parameter files of the company; they stand against what the fleet polls, and against what its real terminals read. */
export function plantParameterFiles(
  db: Db,
  fleet: Fleet,
  { departments }: Planting,
  types: ReadonlyMap<string, FridgeEntryId>,
): Promise<void> {
  return db.transaction().execute(async (trx) => {
    const [top] = departments
    if (top === undefined) throw new Error('the demo has no departments')
    const by = { name: 'Engineer', at: later(epochMs(fleet.madeAtMs), -days(9)) }
    for (const { fridgeType, ...file } of files) {
      const fridgeTypeId = types.get(fridgeType) ?? null
      await insertParameterFile(trx, { ...file, departmentId: top.id, fridgeTypeId }, by)
    }
  })
}
