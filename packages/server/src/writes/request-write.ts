import type { WriteHindrance } from '@coldkeep/contract/areas/writes'
import { Problem } from '@coldkeep/contract/problem'
import type { ProblemCode } from '@coldkeep/contract/problem-status'
import type { DeviceId, StoreId } from '@coldkeep/domain/ids'
import type { ValueProblem } from '@coldkeep/domain/polling/fill-write'
import { type EpochMs, hours, later } from '@coldkeep/domain/time/instant'
import { riskOfAll } from '@coldkeep/domain/writes/judge-risk'
import { UNWRITTEN, type Wear, wearOf, wornPlaceOf } from '@coldkeep/domain/writes/wear'
import { scopeOf } from '../access/scope'
import type { Writer } from '../access/signed-in'
import { addAudit } from '../audit/add-audit'
import type { Trx } from '../db/connect'
import { type CompiledWrite, compileWrite } from './compile-write'
import { selectKnownValues } from './known-values'
import { notifyApprovers } from './notify-of-write'
import { sendLines } from './send-lines'
import { selectWear } from './wear-queries'
import { insertLine } from './write-line-queries'
import { insertRequest, isUnderWay, lockWrite, selectUndone } from './write-queries'
import { hindranceOf, selectWriteTargets, type WriteTarget } from './write-targets'

/** A second person has so long; what was true of the equipment then may not be afterwards. Our own choice. */
const APPROVABLE_MS = hours(4)

export interface WriteDraft {
  readonly id: string
  readonly storeId: StoreId
  readonly devices: readonly {
    readonly deviceId: DeviceId
    readonly code: string
    readonly value: number | null
  }[]
  readonly waitMinutes: number
  readonly note: string
  readonly undoOf: string | null
  /** A second person has approved it together with others, and it does not wait for one of its own. */
  readonly approved?: { readonly by: string; readonly at: EpochMs }
}

interface PlannedLine extends CompiledWrite {
  readonly target: WriteTarget
  readonly wear: Wear
}

/**
 * Enters a requested write, all of it or nothing, and sends it at once unless a second person is to approve
 * it.
 * @throws Problem with the first thing that is in the way
 */
export async function requestWrite(trx: Trx, draft: WriteDraft, user: Writer, now: EpochMs): Promise<void> {
  if (draft.undoOf !== null) await checkUndone(trx, draft.storeId, draft.undoOf, now)
  const planned = await compileAll(trx, draft, user, now)
  const { id, storeId, waitMinutes, note, undoOf, approved } = draft
  const by = { accountId: user.accountId, name: user.name }
  // what wears out the memory of a controller is looked at by two, too
  const risk = riskOfAll(planned.map((one) => (one.wear.above === null ? one.risk : 3)))
  const takesTwo = risk === 3
  const waits = takesTwo && approved === undefined
  const approval = takesTwo ? ('approved' as const) : ('not_needed' as const)
  const request = {
    storeId,
    writeId: id,
    risk,
    approval: waits ? ('waiting' as const) : approval,
    approveUntil: waits ? later(now, APPROVABLE_MS) : null,
    waitMinutes,
    note,
    undoOf,
  }
  await insertRequest(trx, {
    ...request,
    accountId: user.accountId,
    createdBy: user.name,
    createdAt: now,
    decidedBy: takesTwo ? (approved?.by ?? null) : null,
    decidedAt: takesTwo ? (approved?.at ?? null) : null,
  })
  for (const [position, one] of planned.entries()) await addLine(trx, { id, position, now }, one)
  await addAudit(trx, {
    at: now,
    by,
    storeId,
    deviceIds: planned.map(({ target }) => target.deviceId),
    kind: 'write.request',
    subject: planned.map(({ target }) => target.name).join(', '),
    detail: {
      write: id,
      risk,
      ...(note && { note }),
      ...(undoOf && { undoOf }),
      ...changesOf(planned),
    },
    outcome: 'begun',
  })
  const owned = { storeId, writeId: id, accountId: user.accountId }
  if (waits)
    await notifyApprovers(
      trx,
      owned,
      planned.map(({ target }) => target),
      now,
    )
  else await sendLines(trx, { ...request, by, isFresh: true }, user, now)
}

/**
 * Of two people who undo the same write the second is told so.
 * @throws Problem `write.undone`
 */
async function checkUndone(trx: Trx, storeId: StoreId, writeId: string, now: EpochMs): Promise<void> {
  await lockWrite(trx, { storeId, writeId })
  if ((await selectUndone(trx, [{ writeId }], now)).has(writeId)) throw new Problem('write.undone')
}

async function compileAll(trx: Trx, draft: WriteDraft, user: Writer, now: EpochMs): Promise<PlannedLine[]> {
  const scope = scopeOf(user)
  const deviceIds = draft.devices.map(({ deviceId }) => deviceId)
  const { storeId } = draft
  const targets = await selectWriteTargets(trx, { scope, storeId, deviceIds, locks: true })
  const byId = new Map(targets.map((target) => [target.deviceId, target]))
  const worn = await selectWear(trx, storeId, deviceIds, now)
  const planned: PlannedLine[] = []
  for (const { deviceId, code, value } of draft.devices) {
    const target = byId.get(deviceId)
    if (target === undefined) throw new Problem('device.unknown')
    const { name } = target
    const hindrance = hindranceOf(target, user)
    if (hindrance !== null) throw new Problem(refusals[hindrance], { device: name })
    const compiled = compileWrite(target, code, value)
    if (!compiled.ok) throw refusalOf(compiled.problem, name)
    const { pointName } = compiled.value.write
    const place = wornPlaceOf(compiled.value.arg)
    const counts = worn.get(deviceId)?.get(place ?? '') ?? UNWRITTEN
    if (await isUnderWay(trx, target, { code, pointName }, now))
      throw new Problem('write.under_way', { device: name })
    planned.push({ ...compiled.value, target, wear: wearOf(compiled.value.write, counts) })
  }
  return planned
}

const refusals = {
  no_right: 'access.equipment',
  retired: 'equipment.retired',
  terminal_disabled: 'terminal.disabled',
  simulated: 'terminal.simulated',
  own_file: 'configuration.own_file',
  no_port: 'write.no_port',
  unpublished: 'write.unpublished',
  no_writes: 'write.not_known',
} as const satisfies Record<WriteHindrance, ProblemCode>

function refusalOf(problem: ValueProblem | 'unknown', device: string): Problem {
  if (problem === 'unknown') return new Problem('write.not_known', { device }, { code: 'choice' })
  return new Problem('write.value', { device }, { value: problem === 'missing' ? 'missing' : 'range' })
}

async function addLine(
  trx: Trx,
  { id, position, now }: { readonly id: string; readonly position: number; readonly now: EpochMs },
  { target, write, read, value, risk, arg, opposite, wear }: PlannedLine,
): Promise<void> {
  const { storeId, deviceId } = target
  const known = read && (await selectKnownValues(trx, target, now)).get(read.point.name)
  await insertLine(trx, {
    storeId,
    writeId: id,
    deviceId,
    position,
    commandCode: write.commandCode,
    note: write.note,
    effect: write.effect,
    pointName: write.pointName,
    unit: read?.point.unit ?? '',
    value,
    undoCode: opposite?.code ?? null,
    undoValue: opposite?.setsTo ?? null,
    risk,
    arg,
    knownValue: known?.value ?? null,
    knownQuality: known?.quality ?? null,
    knownAt: known?.at ?? null,
    fault: null,
    commandId: null,
    deliveredAt: null,
    wearAbove: wear.above,
    wearMost: wear.above === null ? null : wear.most,
    wearLeft: wear.above === null ? null : wear.left,
  })
}

const MOST_AUDITED = 20

function changesOf(planned: readonly PlannedLine[]) {
  const changes = planned.slice(0, MOST_AUDITED).map(({ target, write, value }) => ({
    device: target.deviceId,
    code: write.commandCode,
    ...(value !== null && { value }),
  }))
  return { changes, ...(planned.length > MOST_AUDITED && { devices: planned.length }) }
}
