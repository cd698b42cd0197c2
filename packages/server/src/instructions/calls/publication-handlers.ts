import type { WireModelPublication } from '@coldkeep/contract/areas/model-versions'
import { Problem } from '@coldkeep/contract/problem'
import { compareModels } from '@coldkeep/domain/polling/compare-models'
import { type EpochMs, hours, later } from '@coldkeep/domain/time/instant'
import type { SignedIn } from '../../access/signed-in'
import type { Handlers } from '../../calls/bind-call'
import type { Db, Trx } from '../../db/connect'
import { expirePublications } from '../expire-publications'
import { selectOwnModel } from '../find-model'
import type { ModelName } from '../model-queries'
import { selectModelReach } from '../model-reach-queries'
import { lockModel, selectModelTables } from '../model-table-queries'
import { type PublishedModel, selectPublished } from '../model-version-queries'
import { mayPublish, notifyPublishers, notifyRequester, type OwnedModel } from '../notify-of-model'
import { endPublication, insertPublication, type Publication, selectWaiting } from '../publication-queries'
import {
  type ModelPublished,
  makeVersion,
  needsSecondPerson,
  refuseUnsound,
  writesChangedBy,
} from '../publish-tables'
import { auditInstruction } from '../write-row'

/** The time a second person has; the draft and the stores go on in the meantime. Our own choice. */
const APPROVABLE_MS = hours(24)

type PublicationCall = 'publishModel' | 'decideModelPublication' | 'withdrawModelPublication'

export const publicationHandlers = ({ published }: { readonly published: ModelPublished }) =>
  ({
    publishModel: async ({ db, user, body, clock }) => {
      const model = await ownedModel(db, user, body)
      const { deviceModelId, departmentId, brand, model: name } = model
      return db.transaction().execute(async (trx) => {
        await lockModel(trx, deviceModelId)
        const now = clock.now()
        await expirePublications(trx, now, deviceModelId)
        const newest = await newestOf(trx, model)
        const seen = newest?.version ?? 0
        if (seen !== body.seen) throw new Problem('model.published_meanwhile', { version: seen })
        const tables = await selectModelTables(trx, deviceModelId)
        const isSame = newest !== undefined && compareModels(newest.tables, tables).length === 0
        // the same again gives its writes to a second person
        if (isSame && newest.hasReviewedWrites) throw new Problem('model.unchanged', { version: seen })
        await refuseUnsound(trx, model, tables)
        const { note } = body
        const subject = [brand, name]
        const by = { user, now, departmentId }
        if (!(await needsSecondPerson(trx, model, newest, tables))) {
          const next = { tables, note, publishedBy: user.name, isApproved: false }
          const version = await makeVersion(trx, model, newest, next, { user, now, published })
          await auditInstruction(trx, by, 'publish', subject, { version, note })
          return { version }
        }
        if ((await selectWaiting(trx, deviceModelId, now)) !== null)
          throw new Problem('model.publication_waits')
        const publication = await insertPublication(trx, {
          deviceModelId,
          baseVersion: seen,
          content: tables,
          note,
          accountId: user.accountId,
          createdBy: user.name,
          createdAt: now,
          approveUntil: later(now, APPROVABLE_MS),
        })
        const writes = await writesChangedBy(trx, model, newest, tables)
        await auditInstruction(trx, by, 'request', subject, {
          note,
          writes: writes.map(({ code }) => code).join(', '),
        })
        const detail = { deviceModelId, brand, model: name, person: user.name, note, now }
        await notifyPublishers(trx, departmentId, user.accountId, publication, detail)
        return { version: null }
      })
    },

    decideModelPublication: async ({ db, user, body, clock }) => {
      // a key acts for the account that made it, and there is no person to look
      if (user.signInId === null) throw new Problem('model.publication_person_needed')
      const model = await ownedModel(db, user, body)
      const { deviceModelId, departmentId, brand, model: name } = model
      return db.transaction().execute(async (trx) => {
        await lockModel(trx, deviceModelId)
        const now = clock.now()
        const waiting = await waitingOf(trx, model, body.publication, now)
        const { modelPublicationId, accountId, createdBy, note } = waiting
        if (accountId === user.accountId) throw new Problem('model.publication_own')
        const by = { user, now, departmentId }
        const detail = { deviceModelId, brand, model: name, person: user.name, now }
        const subject = [brand, name]
        if (!body.approves) {
          const { reason } = body
          await endPublication(trx, modelPublicationId, 'rejected', { by: user.name, now, reason })
          await auditInstruction(trx, by, 'reject', subject, { requestedBy: createdBy, reason })
          await notifyRequester(trx, accountId, 'rejected', modelPublicationId, {
            ...detail,
            note: reason,
          })
          return { version: null }
        }
        if (!(await mayPublish(trx, departmentId, accountId))) throw new Problem('model.publication_asker')
        const newest = await newestOf(trx, model)
        const version = newest?.version ?? 0
        if (version !== waiting.baseVersion) throw new Problem('model.published_meanwhile', { version })
        await refuseUnsound(trx, model, waiting.content)
        await endPublication(trx, modelPublicationId, 'approved', { by: user.name, now })
        const next = { tables: waiting.content, note, publishedBy: createdBy, isApproved: true }
        const made = await makeVersion(trx, model, newest, next, { user, now, published })
        await auditInstruction(trx, by, 'approve', subject, { version: made, note, requestedBy: createdBy })
        await notifyRequester(trx, accountId, 'approved', modelPublicationId, { ...detail, note })
        return { version: made }
      })
    },

    withdrawModelPublication: async ({ db, user, body, clock }) => {
      const model = await ownedModel(db, user, body)
      await db.transaction().execute(async (trx) => {
        await lockModel(trx, model.deviceModelId)
        const now = clock.now()
        const { modelPublicationId, accountId, note } = await waitingOf(trx, model, body.publication, now)
        // all others who object reject it, and give their reason
        if (accountId !== user.accountId) throw new Problem('model.publication_not_own')
        await endPublication(trx, modelPublicationId, 'withdrawn', { by: user.name, now })
        const by = { user, now, departmentId: model.departmentId }
        await auditInstruction(trx, by, 'withdraw', [model.brand, model.model], { note })
      })
      return {}
    },
  }) satisfies Pick<Handlers, PublicationCall>

/** The version of a model that waits, with what it would change; `null` where none does. */
export async function presentWaiting(
  db: Db,
  user: SignedIn,
  model: OwnedModel,
  canEdit: boolean,
  now: EpochMs,
): Promise<WireModelPublication | null> {
  const waiting = await selectWaiting(db, model.deviceModelId, now)
  if (waiting === null) return null
  const writes = await writesChangedBy(db, model, await newestOf(db, model), waiting.content)
  // an account that only uses a model does not learn who else does
  const reach = canEdit ? await selectModelReach(db, model.deviceModelId) : []
  const isPerson = user.signInId !== null && user.pageKeys.has('2-3-1')
  return {
    id: waiting.modelPublicationId,
    note: waiting.note,
    requestedBy: waiting.createdBy,
    requestedAt: waiting.createdAt,
    approveUntil: waiting.approveUntil,
    writes: writes.map(({ code, what, fields }) => ({ command: code, what, fields: [...fields] })),
    reach: reach.map(({ name, devices }) => ({ department: name, devices })),
    canDecide: canEdit && isPerson && waiting.accountId !== user.accountId,
    canWithdraw: canEdit && waiting.accountId === user.accountId,
  }
}

async function waitingOf(
  trx: Trx,
  { deviceModelId }: OwnedModel,
  id: Publication['modelPublicationId'],
  now: EpochMs,
): Promise<Publication> {
  const waiting = await selectWaiting(trx, deviceModelId, now)
  if (waiting?.modelPublicationId !== id) throw new Problem('model.publication_decided')
  return waiting
}

/** A model that the caller may edit; it belongs to a department. */
async function ownedModel(db: Db, user: SignedIn, name: ModelName): Promise<OwnedModel> {
  const { departmentId, ...model } = await selectOwnModel(db, user, name)
  if (departmentId === null) throw new Problem('access.owner')
  return { ...model, departmentId }
}

async function newestOf(db: Db, { deviceModelId }: OwnedModel): Promise<PublishedModel | undefined> {
  return (await selectPublished(db, [deviceModelId])).get(deviceModelId)
}
