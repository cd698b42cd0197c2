import { randomUUID } from 'node:crypto'
import { writeOutcome } from '@coldkeep/contract/mqtt/command-arguments'
import { Problem } from '@coldkeep/contract/problem'
import type { StoreId } from '@coldkeep/domain/ids'
import {
  type ApplyFault,
  type ApplyStep,
  endOf,
  judgeBefore,
  nextStep,
  stepAfter,
} from '@coldkeep/domain/parameters/apply'
import { quality } from '@coldkeep/domain/points/reading'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import { lineState } from '@coldkeep/domain/writes/line-state'
import * as z from 'zod/mini'
import type { Writer } from '../../access/signed-in'
import type { Trx } from '../../db/connect'
import { requestWrite } from '../../writes/request-write'
import { selectOnlyLine } from '../../writes/write-line-queries'
import { selectObserved } from '../observed-queries'
import { type Applied, lockWritten, markUndone, updateApplied } from './applied-queries'
import { type Apply, selectApply } from './apply-queries'
import { writerOf } from './writer-of'

/** The longest that a write may wait for its terminal: a store that is away in a break of its line is not given up. */
const WAIT_MINUTES = 240

/** Who writes, and for what. */
export interface Order {
  readonly apply: Pick<Apply, 'parameterApplyId' | 'undoOf' | 'note' | 'decidedBy' | 'decidedAt'>
  /** `null`: the account is not in use any more. */
  readonly writer: Writer | null
}

export async function orderOf(trx: Trx, apply: Apply): Promise<Order> {
  return { apply, writer: await writerOf(trx, apply.accountId) }
}

/**
 * Sends the write of a device whose turn it is, or records how the device has ended. One write is under way at a time, in
 * their order: the next one is sent when the one before was read back.
 */
export async function writeNext(trx: Trx, order: Order, device: Applied, now: EpochMs): Promise<void> {
  const { storeId, deviceId } = device
  const observed = (await selectObserved(trx, [device])).get(deviceId)
  let steps = device.steps
  let fault: ApplyFault | null = null
  for (;;) {
    const place = nextStep(steps)
    const step = place === null ? undefined : steps[place]
    if (place === null || step === undefined) break
    const read = observed?.get(step.code)
    const known = read?.quality === quality.good ? read.value : null
    const before = judgeBefore(step, known)
    if (before !== 'write') {
      const state = before === 'same' ? 'same' : 'failed'
      steps = changed(steps, place, { state, is: known })
      if (before === 'changed') fault = 'changed'
      continue
    }
    const writeId = randomUUID()
    fault = await request(trx, order, { storeId, deviceId, writeId, step }, now)
    steps = changed(steps, place, fault === null ? { state: 'writing', writeId } : { state: 'failed' })
    if (fault !== null) continue
    const beganAt = device.beganAt ?? now
    await updateApplied(trx, device, { state: 'writing', steps, writeId, beganAt, changedAt: now })
    return
  }
  await endDevice(trx, order, device, { steps, fault }, now)
}

/** Goes on with the device that a write is for, where that write has ended. */
export async function followStep(trx: Trx, storeId: StoreId, writeId: string, now: EpochMs): Promise<void> {
  const device = await lockWritten(trx, storeId, writeId)
  const line = device && (await selectOnlyLine(trx, storeId, writeId))
  if (device === undefined || line === undefined) return
  const { approval, fault, state, errorCode, pointName, outcome } = line
  const command = state === null ? null : { state, errorCode }
  const isReadBack = pointName !== ''
  const after = stepAfter(lineState({ approval, isFaulty: fault !== null, command, isReadBack }))
  if (after === null) return
  const apply = await selectApply(trx, device.parameterApplyId)
  if (apply === undefined) return
  const out = z.safeParse(writeOutcome, outcome ?? {}).data
  const steps = device.steps.map((step): ApplyStep => {
    if (step.writeId !== writeId) return step
    return { ...step, state: after.state, was: out?.before?.value ?? null, is: out?.after?.value ?? null }
  })
  const order = await orderOf(trx, apply)
  if (after.state === 'confirmed') await writeNext(trx, order, { ...device, steps }, now)
  else await endDevice(trx, order, device, { steps, fault: after.fault }, now)
}

async function endDevice(
  trx: Trx,
  { apply: { undoOf } }: Order,
  device: Applied,
  { steps, fault }: { readonly steps: readonly ApplyStep[]; readonly fault: ApplyFault | null },
  now: EpochMs,
): Promise<void> {
  const state = endOf(steps) ?? 'failed'
  await updateApplied(trx, device, { state, steps, fault, writeId: null, changedAt: now })
  if (undoOf !== null && (state === 'done' || state === 'unchanged'))
    await markUndone(trx, { ...device, parameterApplyId: undoOf }, now)
}

/** @returns what is in the way, where it could not be requested */
async function request(
  trx: Trx,
  { apply: { note, decidedBy, decidedAt }, writer }: Order,
  {
    storeId,
    deviceId,
    writeId,
    step,
  }: Pick<Applied, 'storeId' | 'deviceId'> & { readonly writeId: string; readonly step: ApplyStep },
  now: EpochMs,
): Promise<ApplyFault | null> {
  if (writer === null) return 'no_right'
  const draft = {
    ...{ id: writeId, storeId, waitMinutes: WAIT_MINUTES, note, undoOf: null },
    devices: [{ deviceId, code: step.code, value: step.value }],
    ...(decidedBy !== null && decidedAt !== null && { approved: { by: decidedBy, at: decidedAt } }),
  }
  try {
    await requestWrite(trx, draft, writer, now)
    return null
  } catch (error) {
    // all is looked at before anything is entered, so the transaction is whole
    if (!(error instanceof Problem)) throw error
    return faults[error.code] ?? 'hindered'
  }
}

const faults: Readonly<Record<string, ApplyFault>> = {
  'access.equipment': 'no_right',
  'device.unknown': 'no_right',
  'write.under_way': 'under_way',
}

function changed(
  steps: readonly ApplyStep[],
  place: number,
  change: Partial<ApplyStep>,
): readonly ApplyStep[] {
  return steps.map((step, index) => (index === place ? { ...step, ...change } : step))
}
