import type { WireApply } from '@coldkeep/contract/areas/parameter-applies'
import { type AppliedState, appliedStates } from '@coldkeep/domain/parameters/apply'
import type { Parameter } from '@coldkeep/domain/parameters/parameter'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import type { SignedIn } from '../../access/signed-in'
import type { ShownApplied } from '../apply/applied-queries'
import type { ShownApply } from '../apply/apply-queries'
import type { PlacedDevice } from '../apply/candidate-queries'
import { mayAct } from '../apply/steer-apply'

interface ApplyReader {
  readonly user: SignedIn
  readonly now: EpochMs
  /** They may write to all of its devices. */
  readonly writes: boolean
  readonly counts: readonly { readonly state: AppliedState; readonly count: number }[]
  readonly trial: PlacedDevice | undefined
}

/** An apply as its readers see it, with what they may do. */
export function presentApply(row: ShownApply, { user, now, writes, counts, trial }: ApplyReader): WireApply {
  const { finding, accountId, decideUntil, state } = row
  const isOwn = accountId === user.accountId
  const isWaiting = state === 'waiting' && decideUntil !== null && decideUntil > now
  const countOf = (one: AppliedState) => counts.find((row) => row.state === one)?.count ?? 0
  const isOver = (state === 'paused' || state === 'stopped' || state === 'done') && countOf('writing') === 0
  return {
    id: row.parameterApplyId,
    profile: { id: row.parameterProfileId, name: row.profileName, version: row.version },
    model: { id: row.deviceModelId, brand: row.brand, name: row.model },
    ...{ owner: row.owner, canEdit: row.canEdit, undoOf: row.undoOf, state, because: row.because },
    ...{ risk: row.risk, note: row.note, createdBy: row.createdBy, createdAt: row.createdAt, isOwn },
    ...{ decideUntil, decidedBy: row.decidedBy, decidedAt: row.decidedAt, decisionNote: row.decisionNote },
    trial: trial === undefined ? null : presentPlaced(trial),
    trialEndsAt: row.trialEndsAt,
    // what cannot be said yet is no finding
    finding: finding === null || state === 'watching' ? null : { ...finding, figures: [...finding.figures] },
    ...{ wave: row.wave, waves: row.waves, endedAt: row.endedAt },
    counts: Object.fromEntries(appliedStates.map((one) => [one, countOf(one)])) as WireApply['counts'],
    canDecide: isWaiting && writes && !isOwn && user.signInId !== null,
    canPause: writes && mayAct(row, 'pause'),
    canResume: writes && mayAct(row, 'resume'),
    canStop: writes && mayAct(row, 'stop'),
    canUndo: writes && isOver && !row.isUndone && countOf('done') + countOf('failed') > 0,
  }
}

/** A device of an apply, and what became of each of its parameters. */
export function presentApplied(row: ShownApplied, parameters: readonly Parameter[]) {
  const known = new Map(parameters.map((parameter) => [parameter.code, parameter]))
  return {
    ...presentPlaced(row),
    ...{ wave: row.wave, state: row.state, fault: row.fault, changedAt: row.changedAt },
    steps: row.steps.map(({ code, before, value, state, was, is, writeId }) => ({
      ...{ code, name: known.get(code)?.name ?? code, unit: known.get(code)?.unit ?? '' },
      ...{ before, value, state, was, is, write: writeId },
    })),
  }
}

export function presentPlaced({ deviceId, name, storeId, storeCode, storeName, timeZone }: PlacedDevice) {
  return { id: deviceId, name, store: { id: storeId, code: storeCode, name: storeName, zone: timeZone } }
}
