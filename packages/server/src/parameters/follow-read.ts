import { runRow, writeOutcome } from '@coldkeep/contract/mqtt/command-arguments'
import { groupBy } from '@coldkeep/domain/group-by'
import type { DeviceId, StoreId } from '@coldkeep/domain/ids'
import type { Observed } from '@coldkeep/domain/parameters/compare'
import { type Drift, judgeDrift } from '@coldkeep/domain/parameters/drift'
import { FIRMWARE_CODE } from '@coldkeep/domain/parameters/firmware'
import type { Parameter } from '@coldkeep/domain/parameters/parameter'
import { isQuality, quality } from '@coldkeep/domain/points/reading'
import { type EpochMs, epochMs } from '@coldkeep/domain/time/instant'
import * as z from 'zod/mini'
import type { Trx } from '../db/connect'
import type { ArrivedResult } from '../messages/read-report'
import { selectLine } from '../writes/write-line-queries'
import { judgeDevices } from './compare-devices'
import { selectComparable } from './device-queries'
import { insertEvent } from './event-queries'
import { notifyOfDrift } from './notify-of-drift'
import { selectObserved, upsertObserved } from './observed-queries'
import { selectOwnWrites } from './own-write-queries'
import { selectRead } from './read-queries'
import { updateStatuses } from './state-queries'

type Read = ReadonlyMap<string, Observed>

const runOutcome = z.object({ rows: z.array(runRow) })

/**
 * Keeps what a terminal has read of parameters, in the transaction that stores its answer: values, what changed since the last
 * reading and who it could have been, and how the devices stand.
 * @returns true for a reading on the cycle of the service
 */
export async function followRead(
  trx: Trx,
  { storeId, at, result }: Pick<ArrivedResult, 'storeId' | 'at' | 'result'>,
): Promise<boolean> {
  const read = await selectRead(trx, storeId, result.id)
  if (read === null) return false
  const outcome = z.safeParse(runOutcome, result.out)
  if (result.st !== 'done' || !outcome.success) return read.isRoutine
  const values = outcome.data.rows.flatMap((row) => row.values)
  const observed = values.flatMap((value) => {
    const place = read.places[value.pointId - 1]
    if (place === undefined) return []
    const code = isQuality(value.quality) ? value.quality : quality.format
    return [{ deviceId: place[0], code: place[1], observed: { value: value.value, quality: code, at } }]
  })
  const byDevice = groupBy(observed, ({ deviceId }) => deviceId)
  const reads = new Map(
    [...byDevice].map(([deviceId, own]) => [deviceId, new Map(own.map((one) => [one.code, one.observed]))]),
  )
  await keepRead(trx, storeId, reads, at)
  return read.isRoutine
}

/** Keeps what was read of devices of a store, as {@link followRead} does. */
export async function keepRead(
  trx: Trx,
  storeId: StoreId,
  reads: ReadonlyMap<DeviceId, Read>,
  at: EpochMs,
): Promise<void> {
  const ids = [...reads.keys()].toSorted((a, b) => a - b)
  const devices = await selectComparable(trx, storeId, ids)
  const before = await selectObserved(trx, devices)
  for (const { deviceId } of devices)
    await upsertObserved(trx, storeId, deviceId, reads.get(deviceId) ?? new Map())
  // what a profile is for may be another firmware now
  const judged = await judgeDevices(trx, await selectComparable(trx, storeId, ids))
  await updateStatuses(trx, storeId, ids, { readAt: at })
  for (const { deviceId } of devices) {
    const was = before.get(deviceId)
    if (was === undefined) continue
    const parameters = judged.get(deviceId)?.parameters ?? []
    const drift = await driftOf(trx, {
      storeId,
      deviceId,
      was,
      is: reads.get(deviceId) ?? new Map(),
      parameters,
    })
    if (drift === null) continue
    const eventId = await insertEvent(trx, { storeId, deviceId, at, ...drift })
    if (drift.cause !== 'own') await notifyOfDrift(trx, { storeId, deviceId, eventId, drift }, at)
  }
}

async function driftOf(
  trx: Trx,
  known: {
    readonly storeId: StoreId
    readonly deviceId: DeviceId
    readonly was: Read
    readonly is: Read
    readonly parameters: readonly Parameter[]
  },
): Promise<Drift | null> {
  const [was, is] = [goodValues(known.was), goodValues(known.is)]
  const isUnchanged = [...is].every(([code, value]) => !was.has(code) || was.get(code) === value)
  if (isUnchanged) return null
  const since = epochMs(Math.min(...[...known.was.values()].map(({ at }) => at)))
  const own = await selectOwnWrites(trx, known.storeId, known.deviceId, since)
  return judgeDrift(was, is, known.parameters, own)
}

/** What a write was proved by is a reading, too. */
export async function followWrittenParameter(
  trx: Trx,
  { storeId, result }: Pick<ArrivedResult, 'storeId' | 'result'>,
): Promise<void> {
  const after = z.safeParse(writeOutcome, result.out ?? {}).data?.after
  if (after === undefined || after.value === null) return
  const line = await selectLine(trx, storeId, result.id)
  if (line === null) return
  const { deviceId, commandCode } = line
  const devices = await selectComparable(trx, storeId, [deviceId])
  const observed = { value: after.value, quality: quality.good, at: epochMs(after.at) }
  await upsertObserved(trx, storeId, deviceId, new Map([[commandCode, observed]]))
  await judgeDevices(trx, devices)
}

function goodValues(read: Read): ReadonlyMap<string, number> {
  return new Map(
    [...read].flatMap(([code, { value, quality: found }]) =>
      value === null || found !== quality.good || code === FIRMWARE_CODE ? [] : [[code, value]],
    ),
  )
}
