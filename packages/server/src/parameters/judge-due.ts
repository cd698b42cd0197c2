import type { Db } from '../db/connect'
import { readOnward } from '../filters/store-batches'
import { judgeDevices } from './compare-devices'
import { selectComparableOfModel } from './device-queries'
import { deleteDue, selectDueModel } from './due-queries'

const DEVICES_AT_ONCE = 500

/**
 * Compares the devices of models anew whose profiles have changed. A process that ends in the middle begins
 * with the model again.
 * @returns how many devices were compared
 */
export async function judgeDue(db: Db, shouldStop: () => boolean): Promise<number> {
  let judged = 0
  for (;;) {
    const due = await selectDueModel(db)
    if (due === undefined) return judged
    const read = (after: Parameters<typeof selectComparableOfModel>[2]) =>
      selectComparableOfModel(db, due.deviceModelId, after, DEVICES_AT_ONCE)
    for await (const devices of readOnward(DEVICES_AT_ONCE, read)) {
      if (shouldStop()) return judged
      await judgeDevices(db, devices)
      judged += devices.length
    }
    await deleteDue(db, due.deviceModelId, due.marks)
  }
}
