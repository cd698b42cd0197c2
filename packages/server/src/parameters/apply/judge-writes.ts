import type { WriteHindrance } from '@coldkeep/contract/areas/writes'
import { groupBy } from '@coldkeep/domain/group-by'
import type { DeviceId } from '@coldkeep/domain/ids'
import type { PlannedWrite } from '@coldkeep/domain/parameters/plan'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import type { WriteRisk } from '@coldkeep/domain/writes/judge-risk'
import { UNWRITTEN, type Wear, type WriteCounts, wearOf, wornPlaceOf } from '@coldkeep/domain/writes/wear'
import { scopeOf } from '../../access/scope'
import type { Writer } from '../../access/signed-in'
import type { Db } from '../../db/connect'
import { compileWrite } from '../../writes/compile-write'
import { selectWear } from '../../writes/wear-queries'
import { hindranceOf, selectWriteTargets, type WriteTarget } from '../../writes/write-targets'

/** Writes to one device. */
export interface DeviceWrites {
  readonly deviceId: DeviceId
  readonly writes: readonly PlannedWrite[]
}

/** How each is judged, by the same functions as a single write. */
export interface JudgedWrites {
  readonly hindrance: WriteHindrance | null
  /** By code; those that its model cannot carry out are missing. */
  readonly judged: ReadonlyMap<string, { readonly risk: WriteRisk; readonly wear: Wear }>
}

/** With the configurations of their terminals. */
const AT_ONCE = 100
/** What cannot be looked at is as grave as can be. */
const UNSEEN = { risk: 3, wear: { above: null, most: 0, left: 0 } } as const

export async function judgeWrites(
  db: Db,
  writer: Writer,
  devices: readonly DeviceWrites[],
  now: EpochMs,
): Promise<ReadonlyMap<DeviceId, JudgedWrites>> {
  const judged = new Map<DeviceId, JudgedWrites>()
  for (let first = 0; first < devices.length; first += AT_ONCE) {
    const some = devices.slice(first, first + AT_ONCE)
    const deviceIds = some.map(({ deviceId }) => deviceId)
    const targets = await selectWriteTargets(db, { scope: scopeOf(writer), storeId: null, deviceIds })
    const byId = groupBy(targets, (target) => target.deviceId)
    const worn = await selectWear(db, null, deviceIds, now)
    for (const device of some) {
      const [target] = byId.get(device.deviceId) ?? []
      const hindrance = target === undefined ? 'no_right' : hindranceOf(target, writer)
      const counts = worn.get(device.deviceId)
      judged.set(device.deviceId, {
        hindrance,
        judged: judge(device, hindrance === null ? target : undefined, counts),
      })
    }
  }
  return judged
}

function judge(
  { writes }: DeviceWrites,
  target: WriteTarget | undefined,
  counts: ReadonlyMap<string, WriteCounts> | undefined,
): JudgedWrites['judged'] {
  return new Map(
    writes.flatMap(({ code, value }) => {
      if (target === undefined) return [[code, UNSEEN] as const]
      const compiled = compileWrite(target, code, value)
      if (!compiled.ok) return []
      const { write, arg, risk } = compiled.value
      const wear = wearOf(write, counts?.get(wornPlaceOf(arg) ?? '') ?? UNWRITTEN)
      return [[code, { risk: wear.above === null ? risk : (3 as const), wear }] as const]
    }),
  )
}

/** The greatest risk of the writes to a device: one device counts once among many. */
export function greatestRisk(risks: Iterable<{ readonly risk: WriteRisk }>): WriteRisk {
  return Math.max(1, ...[...risks].map(({ risk }) => risk)) as WriteRisk
}
