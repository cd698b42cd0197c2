import { Problem } from '@coldkeep/contract/problem'
import { planWaves } from '@coldkeep/domain/firmware/plan-waves'
import type { DepartmentId, DeviceId, ParameterApplyId, TerminalId } from '@coldkeep/domain/ids'
import { stepsOf, undoOfSteps } from '@coldkeep/domain/parameters/apply'
import type { PlannedWrite } from '@coldkeep/domain/parameters/plan'
import { type EpochMs, hours, later } from '@coldkeep/domain/time/instant'
import { riskOfAll } from '@coldkeep/domain/writes/judge-risk'
import type { SignedIn } from '../../access/signed-in'
import { addAudit } from '../../audit/add-audit'
import { refusing } from '../../calls/edit-rows'
import type { Trx } from '../../db/connect'
import { insertApplied, type NewApplied, selectAllApplied, selectMembers } from './applied-queries'
import { type Apply, insertApply, isUndone, lockApply } from './apply-queries'
import { greatestRisk, judgeWrites } from './judge-writes'
import { openTrial, openWaves, stopApply } from './move-apply'
import { notifyApprovers } from './notify-of-apply'
import { type PlanQuery, planApply } from './plan-apply'

/** A second person has so long: a plan for many devices is not looked at in passing. What differs by then is not written. */
const APPROVABLE_MS = hours(24)
const PERCENT = 100

export interface ApplyDraft extends PlanQuery {
  readonly departmentId: DepartmentId
  readonly fingerprint: string
  readonly trialId: DeviceId | undefined
  /** Percent of the devices after each wave but the last. */
  readonly shares: readonly number[]
  readonly mostFailures: number
  readonly note: string
}

type Enters = Pick<
  Apply,
  | 'departmentId'
  | 'parameterProfileId'
  | 'version'
  | 'deviceModelId'
  | 'undoOf'
  | 'risk'
  | 'note'
  | 'mostFailures'
> & {
  readonly shares: readonly number[]
  readonly trial: NewApplied | null
  readonly devices: readonly NewApplied[]
}

/**
 * Enters an apply as its plan says, and begins it unless a second person is to approve it.
 * @throws Problem `apply.changed` where the plan has become another, `apply.firmware` where it has several, `apply.nothing`, `apply.trial`, `apply.busy`
 */
export async function startApply(
  trx: Trx,
  { fingerprint, trialId: chosen, ...draft }: ApplyDraft,
  user: SignedIn,
  now: EpochMs,
): Promise<ParameterApplyId> {
  refuseMachine(user)
  const { profile, departmentId, shares, mostFailures, note } = draft
  const plan = await planApply(trx, user, draft, now)
  if (plan.ready.length === 0) throw new Problem('apply.nothing')
  if (plan.fingerprint !== fingerprint) throw new Problem('apply.changed')
  if (plan.firmwares.size > 1) throw new Problem('apply.firmware', {}, { firmware: 'choice' })
  const trialId = chosen ?? plan.trialId
  const first = plan.ready.find(({ deviceId }) => deviceId === trialId)
  if (first === undefined) throw new Problem('apply.trial', {}, { trial: 'choice' })
  const rest = plan.ready.filter(({ deviceId }) => deviceId !== trialId)
  const stepsFor = (writes: readonly PlannedWrite[]) =>
    stepsOf(writes.map(({ code, before, value }) => ({ code, before, value })))
  const waves = wavesOf(rest, shares)
  const devices = rest.map(({ storeId, deviceId, writes }, index) => ({
    ...{ storeId, deviceId, wave: waves[index] ?? 1 },
    steps: stepsFor(writes),
  }))
  const { storeId, deviceId, writes } = first
  return enter(
    trx,
    {
      ...{ departmentId, parameterProfileId: profile.id, version: profile.version },
      ...{ deviceModelId: profile.deviceModelId, undoOf: null, risk: plan.risk, note, shares, mostFailures },
      trial: { storeId, deviceId, wave: 0, steps: stepsFor(writes) },
      devices,
    },
    user,
    now,
  )
}

/**
 * Takes back all that an apply has written, in the opposite order; what of it still waits is not begun any more.
 * @throws Problem `apply.open`, `apply.undone`, `apply.no_undo`, `apply.busy`
 */
export async function undoApply(
  trx: Trx,
  id: ParameterApplyId,
  note: string,
  user: SignedIn,
  now: EpochMs,
): Promise<ParameterApplyId> {
  refuseMachine(user)
  const apply = await lockApply(trx, id)
  if (apply === undefined) throw new Problem('apply.unknown')
  if (await isUndone(trx, id)) throw new Problem('apply.undone')
  const applied = await selectAllApplied(trx, id)
  const isUnderWay = applied.some(({ state }) => state === 'writing')
  if (!['paused', 'stopped', 'done'].includes(apply.state) || isUnderWay) throw new Problem('apply.open')
  const writes = applied.flatMap(({ storeId, deviceId, steps, state }) => {
    const undo = state === 'undone' ? [] : undoOfSteps(steps)
    return undo.length === 0 ? [] : [{ storeId, deviceId, writes: undo }]
  })
  if (writes.length === 0) throw new Problem('apply.no_undo')
  if (apply.state === 'paused') await stopApply(trx, apply, { because: 'person', by: user }, now)
  const judged = await judgeWrites(trx, user, writes, now)
  const risk = riskOfAll(
    writes.map(({ deviceId }) => greatestRisk(judged.get(deviceId)?.judged.values() ?? [])),
  )
  const { departmentId, parameterProfileId, version, deviceModelId } = apply
  const devices = writes.map(({ storeId, deviceId, writes: own }) => ({
    ...{ storeId, deviceId, wave: 1 },
    steps: stepsOf(own),
  }))
  return enter(
    trx,
    {
      ...{ departmentId, parameterProfileId, version, deviceModelId, undoOf: id, risk, note },
      // each device is set back whatever becomes of the others
      ...{ shares: [], mostFailures: devices.length, trial: null, devices },
    },
    user,
    now,
  )
}

async function enter(
  trx: Trx,
  { trial, devices, shares, ...draft }: Enters,
  user: SignedIn,
  now: EpochMs,
): Promise<ParameterApplyId> {
  const waits = draft.risk === 3
  const parameterApplyId = await insertApply(trx, {
    ...draft,
    ...{ state: 'waiting', because: null, pausedFrom: null, shares: JSON.stringify(shares) },
    ...{ accountId: user.accountId, createdBy: user.name, createdAt: now },
    ...{ decideUntil: waits ? later(now, APPROVABLE_MS) : null, decidedBy: null, decidedAt: null },
    ...{ trialStoreId: trial?.storeId ?? null, trialDeviceId: trial?.deviceId ?? null },
    ...{ trialEndsAt: null, finding: null, jobId: null, endedAt: null },
  })
  const all = trial === null ? devices : [trial, ...devices]
  const busy = () => new Problem('apply.busy')
  await refusing({ taken: busy }, '', () => insertApplied(trx, parameterApplyId, all, now))
  await addAudit(trx, {
    ...{ at: now, by: { accountId: user.accountId, name: user.name }, storeId: null },
    departmentId: draft.departmentId,
    kind: draft.undoOf === null ? 'parameter_apply.start' : 'parameter_apply.undo',
    subject: String(parameterApplyId),
    detail: {
      ...{
        apply: parameterApplyId,
        profile: draft.parameterProfileId,
        version: draft.version,
        risk: draft.risk,
      },
      devices: all.length,
      writes: all.reduce((sum, { steps }) => sum + steps.length, 0),
      ...(draft.undoOf !== null && { undoOf: draft.undoOf }),
      ...(draft.note !== '' && { note: draft.note }),
    },
    outcome: 'begun',
  })
  const apply = await lockApply(trx, parameterApplyId)
  if (apply === undefined) throw new Error('an apply was entered')
  if (waits) await notifyApprovers(trx, apply, now)
  else await beginApply(trx, apply, now)
  return parameterApplyId
}

/** The first device, or where there is none all at once. */
export async function beginApply(trx: Trx, apply: Apply, now: EpochMs): Promise<void> {
  if (apply.trialDeviceId !== null) return openTrial(trx, apply, now)
  await openWaves(trx, apply, await selectMembers(trx, apply.parameterApplyId), now)
}

/** Stores go together, and each wave is proportional. */
function wavesOf(devices: readonly Pick<NewApplied, 'storeId' | 'deviceId'>[], shares: readonly number[]) {
  const targets = devices.map(({ storeId, deviceId }) => ({
    ...{ terminalId: String(deviceId) as TerminalId, storeId },
    ...{ hardware: '', vendorId: null, deviceModels: [] },
  }))
  const waves = [...shares.map((percent) => percent / PERCENT), 1].map((share) => ({ share, least: 1 }))
  return planWaves(targets, waves)
}

/** @throws Problem `apply.person_needed`: a key acts for the account that made it, and no person has looked */
function refuseMachine({ signInId }: SignedIn): void {
  if (signInId === null) throw new Problem('apply.person_needed')
}
