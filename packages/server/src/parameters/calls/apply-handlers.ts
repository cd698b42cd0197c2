import { Problem } from '@coldkeep/contract/problem'
import type { ParameterApplyId, ParameterProfileId } from '@coldkeep/domain/ids'
import type { ParameterProfile } from '@coldkeep/domain/parameters/profile'
import { scopeOf, selectScope } from '../../access/scope'
import type { SignedIn } from '../../access/signed-in'
import type { Handlers } from '../../calls/bind-call'
import type { Db } from '../../db/connect'
import { selectPublished } from '../../instructions/model-version-queries'
import type { FieldLink } from '../../terminals/field-link'
import { countApplied, selectKinds, selectShownApplied } from '../apply/applied-queries'
import { countApplies, type ShownApply, selectApplies } from '../apply/apply-queries'
import { selectPlacedDevices } from '../apply/candidate-queries'
import { planApply } from '../apply/plan-apply'
import { readEffect } from '../apply/read-effect'
import { startApply, undoApply } from '../apply/start-apply'
import { decideApply, isWritable, mayWriteAll, steerApply } from '../apply/steer-apply'
import { selectParameters } from '../compare-devices'
import { placeOf } from '../place-of'
import { selectClaims } from '../profile-queries'
import { presentApplied, presentApply } from '../words/present-apply'
import { presentPlan } from '../words/present-plan'
import { seenProfile } from './profile-handlers'

type ApplyCall =
  | 'planApply'
  | 'startApply'
  | 'listApplies'
  | 'readApply'
  | 'decideApply'
  | 'steerApply'
  | 'undoApply'
  | 'readApplyEffect'

/** What applying needs. */
export interface ApplyParts {
  readonly field: Pick<FieldLink, 'wakeJobs' | 'wake'>
}

export function applyHandlers({ field }: ApplyParts) {
  return {
    planApply: async ({ db, user, query, clock }) => {
      const { profileId, departmentId, storeId, firmware, page, pageSize } = query
      const { row, profile } = await findProfile(db, user, profileId)
      const scope = await placeOf(db, user, departmentId, storeId)
      const plan = await planApply(db, user, { profile, scope, storeId, firmware }, clock.now())
      const offset = (page - 1) * pageSize
      const shown = plan.devices.slice(offset, offset + pageSize)
      const ids = [...shown.map(({ deviceId }) => deviceId), ...(plan.trialId === null ? [] : [plan.trialId])]
      const devices = await selectPlacedDevices(db, ids)
      return presentPlan({ plan, row, shown, devices }, { page, pageSize })
    },

    startApply: async ({ db, user, body, clock }) => {
      const { profileId, departmentId, storeId, waves: shares, ...draft } = body
      const { profile } = await findProfile(db, user, profileId)
      const scope = await placeOf(db, user, departmentId, storeId)
      const now = clock.now()
      const id = await db.transaction().execute((trx) =>
        startApply(
          trx,
          {
            ...{ ...draft, profile, scope, storeId, shares: shares.toSorted((a, b) => a - b) },
            ...{ departmentId: departmentId ?? user.departmentId, trialId: body.trialId },
          },
          user,
          now,
        ),
      )
      field.wakeJobs()
      return { id }
    },

    listApplies: async ({ db, user, query, clock }) => {
      const { departmentId, profileId, state, page, pageSize } = query
      const departments =
        departmentId === null ? undefined : (await selectScope(db, user, departmentId)).departments
      const filter = { departments, profileId, state }
      const rows = await selectApplies(db, user.departmentId, filter, {
        offset: (page - 1) * pageSize,
        limit: pageSize,
      })
      return {
        applies: await present(db, user, rows, clock.now()),
        total: await countApplies(db, user.departmentId, filter),
        ...{ page, pageSize },
      }
    },

    readApply: async ({ db, user, query: { id, state, page, pageSize }, clock }) => {
      const row = await seenApply(db, user, id)
      const scope = scopeOf(user)
      const [apply] = await present(db, user, [row], clock.now())
      if (apply === undefined) throw new Problem('apply.unknown')
      const offset = (page - 1) * pageSize
      const devices = await selectShownApplied(db, scope, id, state, { offset, limit: pageSize })
      const parameters = (await selectParameters(db, [row.deviceModelId])).get(row.deviceModelId) ?? []
      const { counts } = apply
      const total =
        state === undefined ? Object.values(counts).reduce((sum, count) => sum + count, 0) : counts[state]
      return {
        apply,
        devices: devices.map((device) => presentApplied(device, parameters)),
        ...{ total, page, pageSize },
      }
    },

    decideApply: async ({ db, user, body, clock }) => {
      const now = clock.now()
      await db.transaction().execute((trx) => decideApply(trx, { user, now }, body))
      field.wakeJobs()
      return one(db, user, body.id, now)
    },

    steerApply: async ({ db, user, body, clock }) => {
      const now = clock.now()
      await db.transaction().execute((trx) => steerApply(trx, { user, now }, body))
      field.wakeJobs()
      return one(db, user, body.id, now)
    },

    undoApply: async ({ db, user, body: { id, note }, clock }) => {
      await seenApply(db, user, id)
      if (!(await mayWriteAll(db, user, id))) throw new Problem('access.equipment')
      const now = clock.now()
      const undo = await db.transaction().execute((trx) => undoApply(trx, id, note, user, now))
      field.wakeJobs()
      return { id: undo }
    },

    readApplyEffect: async ({ db, user, query: { id }, clock }) => {
      await seenApply(db, user, id)
      return readEffect(db, scopeOf(user), id, clock.now())
    },
  } satisfies Pick<Handlers, ApplyCall>
}

async function one(db: Db, user: SignedIn, id: ParameterApplyId, now: Parameters<typeof present>[3]) {
  const [shown] = await present(db, user, [await seenApply(db, user, id)], now)
  if (shown === undefined) throw new Problem('apply.unknown')
  return shown
}

async function present(
  db: Db,
  user: SignedIn,
  rows: readonly ShownApply[],
  now: Parameters<typeof presentApply>[1]['now'],
) {
  const ids = rows.map((row) => row.parameterApplyId)
  const counts = ids.length === 0 ? [] : await countApplied(db, scopeOf(user), ids)
  const kinds = await selectKinds(db, ids)
  const trials = await selectPlacedDevices(
    db,
    rows.flatMap(({ trialDeviceId }) => trialDeviceId ?? []),
  )
  return rows.map((row) => {
    const own = counts.filter(({ parameterApplyId }) => parameterApplyId === row.parameterApplyId)
    const writes = isWritable(user, kinds.get(row.parameterApplyId), own)
    // a device that the caller does not see is not named either
    const trial = writes && row.trialDeviceId !== null ? trials.get(row.trialDeviceId) : undefined
    return presentApply(row, { user, now, writes, counts: own, trial })
  })
}

/** @throws Problem `apply.unknown`, the same for one that is out of the caller's sight */
async function seenApply(db: Db, user: SignedIn, id: ParameterApplyId): Promise<ShownApply> {
  const [row] = await selectApplies(db, user.departmentId, { id }, { offset: 0, limit: 1 })
  if (row === undefined) throw new Problem('apply.unknown')
  return row
}

async function findProfile(db: Db, user: SignedIn, id: ParameterProfileId) {
  const row = await seenProfile(db, user, id)
  const published = await selectPublished(db, [row.deviceModelId])
  const profile: ParameterProfile | undefined = (await selectClaims(db, [row.deviceModelId])).find(
    (one) => one.id === id,
  )
  if (profile === undefined || published.size === 0) throw new Problem('parameter.none')
  return { row, profile }
}
