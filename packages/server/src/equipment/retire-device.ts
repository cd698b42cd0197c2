import type { DeviceId, StoreId, TerminalId } from '@coldkeep/domain/ids'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import type { SignedIn } from '../access/signed-in'
import type { ChangedAlarm } from '../alarms/alarm-queries'
import type { AlarmWatches } from '../alarms/alarm-watches'
import { beginAlarms, endAlarms } from '../alarms/end-alarms'
import { selectDesiredDocument } from '../bundles/bundle-queries'
import { updateOlderScripts } from '../bundles/older-script-queries'
import type { Db, Trx } from '../db/connect'
import { updateDeviceRow } from '../devices/device-row-queries'
import { withdrawWritesTo } from '../writes/withdraw-writes'
import { checkUnit } from './check-place'
import type { DeviceListener } from './device-listener'
import { selectPointIds } from './device-use-queries'
import type { EquipmentRow } from './list-queries'
import { auditEquipment } from './write-device'

interface Retiring {
  readonly user: SignedIn
  readonly now: EpochMs
  readonly watches: AlarmWatches
  readonly listener: DeviceListener
}

/**
 * Takes a locked device out of use, or into use again, and audits it. The caller changes what its terminal
 * polls.
 * @returns alarms that ended, to be published after the commit
 * @throws Problem `equipment.unit_taken` where its place was taken in the meantime
 */
export async function retireDevice(
  trx: Trx,
  { user, now, watches, listener }: Retiring,
  row: EquipmentRow,
  isRetired: boolean,
): Promise<readonly ChangedAlarm[]> {
  const { storeId, deviceId, terminalId, portId, unitId, name } = row
  if (!isRetired) await checkUnit(trx, { storeId, terminalId, portId, unitId }, deviceId)
  const ended = isRetired ? await endAlarms(trx, watches, row, now) : []
  await updateDeviceRow(trx, row, { removedAt: isRetired ? now : null, revision: row.revision + 1 })
  if (isRetired) {
    await listener.retired(trx, row, now)
    await withdrawWritesTo(trx, row, 'retired', now)
  } else {
    await beginAlarms(trx, watches, row, now)
    await countAsOlder(trx, row)
  }
  const scripts = await selectScripts(trx, row)
  const detail = { name, unitId, port: portId, scripts: scripts.map((script) => script.name) }
  await auditEquipment(trx, { user, now }, isRetired ? 'retire' : 'restore', row, detail)
  return ended
}

/** Script files that the terminal has without the device are to be sent again. */
async function countAsOlder(trx: Trx, row: EquipmentRow): Promise<void> {
  const document = await selectDesiredDocument(trx, row.terminalId)
  if (document !== null) await updateOlderScripts(trx, row, document.revision, row)
}

/** Scripts of the desired configuration that read points of a device, with how many of their requests do. */
export async function selectScripts(
  db: Db,
  device: { readonly storeId: StoreId; readonly deviceId: DeviceId; readonly terminalId: TerminalId },
): Promise<{ name: string; commands: number }[]> {
  const document = await selectDesiredDocument(db, device.terminalId)
  if (document === null) return []
  const own = new Set(await selectPointIds(db, device))
  return document.scripts.flatMap(({ name, commands }) => {
    const count = commands.filter(({ nodes }) => nodes.some(({ pointId }) => own.has(pointId))).length
    return count === 0 ? [] : [{ name, commands: count }]
  })
}
