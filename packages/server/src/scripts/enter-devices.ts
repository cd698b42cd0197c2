import type { DeviceId, PointId, StoreId } from '@coldkeep/domain/ids'
import type { DeviceType } from '@coldkeep/domain/organisation/device'
import type { ModelPoint } from '@coldkeep/domain/polling/device-model'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import { sql } from 'kysely'
import type { Db } from '../db/connect'
import type { MissingDevice, PlacedCommand } from './place-script'

const POWER_KINDS: ReadonlySet<string> = new Set(['energy', 'power', 'reactive_energy'])

/**
 * Enters the devices that a script asks and a store lacks. What is metered is taken for a meter, all else for a case
 * whose temperature zone somebody has still to say.
 */
export async function enterDevices(
  trx: Db,
  storeId: StoreId,
  missing: readonly MissingDevice[],
  now: EpochMs,
): Promise<void> {
  for (const { terminalId, command } of missing) {
    const { deviceModelId, deviceName: name, unitId } = command
    await trx
      .insertInto('device')
      .values({
        storeId,
        terminalId,
        deviceModelId,
        name,
        unitId,
        type: typeOf(command.published?.points ?? []),
        zone: null,
        commissionedAt: now,
        removedAt: null,
      })
      .execute()
  }
}

function typeOf(points: readonly ModelPoint[]): DeviceType {
  return points.some(({ kind }) => POWER_KINDS.has(kind)) ? 'sub_meter' : 'doored_case'
}

/** The points of all nodes of a command, in their order; those that the device lacks are made. */
export async function pointIdsOf(
  trx: Db,
  storeId: StoreId,
  deviceId: DeviceId,
  { nodes }: PlacedCommand,
): Promise<PointId[]> {
  const lacking = nodes.filter(({ pointId }) => pointId === null)
  if (lacking.length === 0) return nodes.flatMap(({ pointId }) => (pointId === null ? [] : [pointId]))
  const { next } = await trx
    .selectFrom('point')
    .select(sql<number>`coalesce(max(position) + 1, 0)::int`.as('next'))
    .where('storeId', '=', storeId)
    .where('deviceId', '=', deviceId)
    .executeTakeFirstOrThrow()
  const made = await trx
    .insertInto('point')
    .values(
      lacking.map(({ node: { name, kind, unit } }, index) => ({
        storeId,
        deviceId,
        position: next + index,
        name,
        kind,
        unit,
      })),
    )
    .returning(['pointId', 'position'])
    .execute()
  const ids = made.sort((a, b) => a.position - b.position).map(({ pointId }) => pointId)
  return nodes.flatMap(({ pointId }) => pointId ?? ids.shift() ?? [])
}
