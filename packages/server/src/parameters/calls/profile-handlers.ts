import { wireProfile } from '@coldkeep/contract/areas/parameters'
import { Problem } from '@coldkeep/contract/problem'
import type { DeviceModelId, ParameterProfileId } from '@coldkeep/domain/ids'
import { firmwareNodes } from '@coldkeep/domain/parameters/firmware'
import { parametersOf as parametersOfModel } from '@coldkeep/domain/parameters/parameter'
import { faultsOfProfile, profileKinds } from '@coldkeep/domain/parameters/profile'
import { isOutdated, rowChanged } from '../../access/row-changed'
import type { SignedIn } from '../../access/signed-in'
import type { Handlers } from '../../calls/bind-call'
import type { Db } from '../../db/connect'
import { selectPublished } from '../../instructions/model-version-queries'
import { selectParameters } from '../compare-devices'
import { lockedAbove } from '../locked-queries'
import { selectParameterModels } from '../model-use-queries'
import {
  type ProfileRow,
  selectProfiles,
  selectProfileValues,
  selectProfileVersions,
} from '../profile-queries'
import { addProfile, changeProfile, lockOwnProfile, removeProfile } from '../save-profile'
import { presentProfile } from '../words/present-profile'

type ProfileCall =
  | 'listParameterKinds'
  | 'listParameterModels'
  | 'listModelParameters'
  | 'listProfiles'
  | 'readProfile'
  | 'addProfile'
  | 'changeProfile'
  | 'removeProfile'

export const profileHandlers = {
  listParameterKinds: async ({ translate }) =>
    profileKinds.map((id) => ({ id, title: translate(`parameters.kind.${id}`) })),

  listParameterModels: async ({ db, user }) => {
    const models = await selectParameterModels(db, user)
    const parameters = await selectParameters(
      db,
      models.map(({ id }) => id),
    )
    return models
      .map((model) => ({ ...model, parameters: parameters.get(model.id)?.length ?? 0 }))
      .filter((model) => model.parameters > 0)
  },

  listModelParameters: async ({ db, user, query: { modelId } }) => {
    const seen = await selectParameterModels(db, user, modelId)
    if (seen.length === 0) throw new Problem('model.unknown')
    return parametersOf(db, modelId)
  },

  listProfiles: async ({ db, user, query }) => {
    const rows = await selectProfiles(db, user.departmentId, query)
    const parameters = await selectParameters(db, [...new Set(rows.map((row) => row.deviceModelId))])
    return rows.map((row) => presentProfile(row, parameters.get(row.deviceModelId) ?? []))
  },

  readProfile: async ({ db, user, query: { id, version } }) => {
    const row = await seenProfile(db, user, id)
    const published = (await selectPublished(db, [row.deviceModelId])).get(row.deviceModelId)?.tables
    const parameters = published === undefined ? [] : [...parametersOfModel(published)]
    const values = version === undefined ? row.values : await selectProfileValues(db, id, version)
    if (values === null) throw new Problem('parameter.profile_unknown')
    const faults = [...faultsOfProfile(row.kind, values, parameters)]
    return {
      profile: presentProfile(row, parameters),
      values: [...values],
      versions: await selectProfileVersions(db, id),
      parameters,
      saysFirmware: published !== undefined && firmwareNodes(published).length > 0,
      faults: faults.map(([index, fault]) => ({ index, fault })),
      locked: [...(await lockedAbove(db, row))],
    }
  },

  addProfile: async ({ db, user, body, clock }) => {
    const writer = { user, now: clock.now() }
    return { id: await db.transaction().execute((trx) => addProfile(trx, writer, body)) }
  },

  changeProfile: async ({ db, user, body: { id, revision, ...sent }, clock }) => {
    const writer = { user, now: clock.now() }
    const version = await db.transaction().execute(async (trx) => {
      const row = await lockOwnProfile(trx, user, id)
      await refuseOutdated(trx, row, revision)
      return changeProfile(trx, writer, row, sent)
    })
    return { version }
  },

  removeProfile: async ({ db, user, query: { id, revision }, clock }) => {
    const writer = { user, now: clock.now() }
    await db.transaction().execute(async (trx) => {
      const row = await lockOwnProfile(trx, user, id)
      await refuseOutdated(trx, row, revision)
      await removeProfile(trx, writer, row)
    })
    return {}
  },
} satisfies Pick<Handlers, ProfileCall>

/** @throws Problem `row.changed` */
async function refuseOutdated(db: Db, row: ProfileRow, revision: number | undefined): Promise<void> {
  if (!isOutdated({ revision }, row)) return
  throw rowChanged(wireProfile, presentProfile(row, await parametersOf(db, row.deviceModelId)))
}

/** @throws Problem `parameter.profile_unknown`, the same for one that is out of the caller's sight */
export async function seenProfile(db: Db, user: SignedIn, id: ParameterProfileId): Promise<ProfileRow> {
  const [row] = await selectProfiles(db, user.departmentId, { id })
  if (row === undefined) throw new Problem('parameter.profile_unknown')
  return row
}

async function parametersOf(db: Db, model: DeviceModelId) {
  return [...((await selectParameters(db, [model])).get(model) ?? [])]
}
