import { createHash } from 'node:crypto'
import type { WriteHindrance } from '@coldkeep/contract/areas/writes'
import { groupBy } from '@coldkeep/domain/group-by'
import type { DeviceId, ParameterProfileId, StoreId } from '@coldkeep/domain/ids'
import { isClaimed } from '@coldkeep/domain/parameters/claim'
import type { ComparedParameter, ParameterState } from '@coldkeep/domain/parameters/compare'
import type { Parameter } from '@coldkeep/domain/parameters/parameter'
import { type PlannedWrite, planOf } from '@coldkeep/domain/parameters/plan'
import type { ParameterProfile } from '@coldkeep/domain/parameters/profile'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import { riskOfAll, type WriteRisk } from '@coldkeep/domain/writes/judge-risk'
import type { Wear } from '@coldkeep/domain/writes/wear'
import type { Scope } from '../../access/scope'
import type { Writer } from '../../access/signed-in'
import type { Db } from '../../db/connect'
import { readOnward } from '../../filters/store-batches'
import { compareDevices } from '../compare-devices'
import { type ComparableDevice, selectComparableOfModel } from '../device-queries'
import { selectBusy } from './applied-queries'
import { selectFirstDevice } from './candidate-queries'
import { greatestRisk, type JudgedWrites, judgeWrites } from './judge-writes'

/** One write with what it means. */
export interface JudgedWrite extends PlannedWrite {
  readonly parameter: Parameter
  readonly reason: string
  readonly risk: WriteRisk
  readonly wear: Wear
}

/** What applying a profile would do with one device. */
export interface DevicePlan {
  readonly storeId: StoreId
  readonly deviceId: DeviceId
  readonly firmware: number | null
  readonly hindrance: WriteHindrance | 'busy' | null
  readonly writes: readonly JudgedWrite[]
  /** Parameters that are neither written nor as they should be. */
  readonly left: readonly { readonly code: string; readonly name: string; readonly state: ParameterState }[]
}

export interface ApplyPlan {
  readonly profile: ParameterProfile
  readonly risk: WriteRisk
  /** The same for the same writes, and no others. */
  readonly fingerprint: string
  /** Those with something to write first, then those of which something is left out. */
  readonly devices: readonly DevicePlan[]
  /** Something is to be written to them, and nothing is in the way. */
  readonly ready: readonly DevicePlan[]
  /** How many of these have which firmware; what a file does in one says nothing of another. */
  readonly firmwares: ReadonlyMap<number | null, number>
  readonly trialId: DeviceId | null
}

export interface PlanQuery {
  readonly profile: ParameterProfile
  readonly scope: Scope
  readonly storeId: StoreId | null
  /** `null`: devices whose firmware is not known; left out: all. */
  readonly firmware?: number | null | undefined
}

const COMPARED_AT_ONCE = 500

type Draft = Pick<DevicePlan, 'storeId' | 'deviceId' | 'firmware' | 'left'> & {
  readonly differs: readonly ComparedParameter[]
}

/**
 * What applying a profile would write to the devices of a scope: the differences that this profile decides, each judged as a
 * single write is. What another profile decides is left to it.
 */
export async function planApply(
  db: Db,
  writer: Writer,
  { profile, scope, storeId, firmware }: PlanQuery,
  now: EpochMs,
): Promise<ApplyPlan> {
  const drafts: Draft[] = []
  const read = (after: ComparableDevice | null) =>
    selectComparableOfModel(db, profile.deviceModelId, after, COMPARED_AT_ONCE, { scope, storeId })
  for await (const devices of readOnward(COMPARED_AT_ONCE, read)) {
    const isChosen = (device: ComparableDevice) => firmware === undefined || device.firmware === firmware
    const claimed = devices.filter((device) => isClaimed(profile, device) && isChosen(device))
    for (const { device, compared } of await compareDevices(db, claimed))
      drafts.push(
        draftOf(
          device,
          compared.filter((one) => isOf(one, profile.id)),
        ),
      )
  }
  const devices = await judgeDrafts(db, writer, drafts, now)
  const ready = devices.filter(({ hindrance, writes }) => hindrance === null && writes.length > 0)
  return {
    profile,
    risk: riskOfAll(ready.map(({ writes }) => greatestRisk(writes))),
    fingerprint: fingerprintOf(profile, ready),
    devices: devices.toSorted((a, b) => rankOf(a) - rankOf(b)),
    ready,
    firmwares: new Map(
      [...groupBy(ready, (one) => one.firmware)].map(([one, own]) => [one, own.length] as const),
    ),
    trialId: await selectFirstDevice(
      db,
      ready.map(({ deviceId }) => deviceId),
    ),
  }
}

function isOf({ desired }: ComparedParameter, id: ParameterProfileId): boolean {
  return desired.profileId === id || desired.rivals.includes(id)
}

function draftOf(
  { storeId, deviceId, firmware }: ComparableDevice,
  compared: readonly ComparedParameter[],
): Draft {
  const isLeft = ({ state }: ComparedParameter) => state !== 'same' && state !== 'differs'
  return {
    ...{ storeId, deviceId, firmware },
    differs: compared.filter(({ state }) => state === 'differs'),
    left: compared.filter(isLeft).map(({ desired, parameter, state }) => ({
      code: desired.code,
      name: parameter?.name ?? desired.code,
      state,
    })),
  }
}

async function judgeDrafts(
  db: Db,
  writer: Writer,
  drafts: readonly Draft[],
  now: EpochMs,
): Promise<DevicePlan[]> {
  const differing = drafts.filter(({ differs }) => differs.length > 0)
  const writes = differing.map(({ deviceId, differs }) => ({ deviceId, writes: planOf(differs) }))
  const judged = await judgeWrites(db, writer, writes, now)
  const busy = await selectBusy(
    db,
    differing.map(({ deviceId }) => deviceId),
  )
  return drafts.map((draft) => planOfDevice(draft, judged.get(draft.deviceId), busy.has(draft.deviceId)))
}

function planOfDevice(
  { storeId, deviceId, firmware, left, differs }: Draft,
  known: JudgedWrites | undefined,
  isBusy: boolean,
): DevicePlan {
  const writes: JudgedWrite[] = []
  const impossible: DevicePlan['left'][number][] = []
  for (const write of planOf(differs)) {
    const { parameter = null, desired } = differs.find((one) => one.desired.code === write.code) ?? {}
    if (parameter === null || desired === undefined) continue
    const judged = known?.judged.get(write.code)
    if (judged === undefined) impossible.push({ code: write.code, name: parameter.name, state: 'impossible' })
    else writes.push({ ...write, ...judged, parameter, reason: desired.reason })
  }
  const hindrance = known?.hindrance ?? (isBusy ? 'busy' : null)
  return { storeId, deviceId, firmware, hindrance, writes, left: [...left, ...impossible] }
}

function rankOf({ writes, left, hindrance }: DevicePlan): number {
  if (writes.length > 0) return hindrance === null ? 0 : 1
  return left.length > 0 ? 2 : 3
}

function fingerprintOf({ id, version }: ParameterProfile, ready: readonly DevicePlan[]): string {
  const writes = ready
    .toSorted((a, b) => a.deviceId - b.deviceId)
    .map(({ deviceId, writes: own }) => [
      deviceId,
      own.map(({ code, before, value }) => [code, before, value]),
    ])
  return createHash('sha256')
    .update(JSON.stringify([id, version, writes]))
    .digest('hex')
    .slice(0, FINGERPRINT)
}

const FINGERPRINT = 32
