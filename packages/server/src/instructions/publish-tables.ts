import { Problem } from '@coldkeep/contract/problem'
import type { DeviceModelId } from '@coldkeep/domain/ids'
import { checkModel } from '@coldkeep/domain/polling/check-model'
import type { ModelTables } from '@coldkeep/domain/polling/device-model'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import { changedWrites } from '@coldkeep/domain/writes/changes-writes'
import type { SignedIn } from '../access/signed-in'
import type { Db, Trx } from '../db/connect'
import { selectModelReach } from './model-reach-queries'
import { insertVersion, type PublishedModel, selectReviewedWrites } from './model-version-queries'
import { notifyBelow, notifyRequester, type OwnedModel } from './notify-of-model'
import { refuseLacking } from './polled-commands'
import { endPublication, selectWaiting } from './publication-queries'

const NO_TABLES: ModelTables = { commands: [], writes: [] }

/** Called, in the transaction that publishes it, with the model that has another version. */
export type ModelPublished = (trx: Trx, deviceModelId: DeviceModelId, now: EpochMs) => Promise<void>

export interface Publishing {
  readonly user: SignedIn
  readonly now: EpochMs
  readonly published: ModelPublished
}

export interface Next {
  readonly tables: ModelTables
  readonly note: string
  readonly publishedBy: string
  /** A second person has looked at it. */
  readonly isApproved: boolean
}

/**
 * The writes that tables change against those that two people have reviewed: all, where the newest version
 * has not been reviewed.
 */
export async function writesChangedBy(
  db: Db,
  { brand }: Pick<OwnedModel, 'brand'>,
  newest: PublishedModel | undefined,
  tables: ModelTables,
) {
  const reviewed = (await selectReviewedWrites(db, [brand])).get(brand.toLowerCase()) ?? []
  const known = newest?.hasReviewedWrites === true ? newest.tables : NO_TABLES
  return changedWrites(known, tables, reviewed)
}

/**
 * Whether tables need a second person: where they change what writes do, or have writes that only one person
 * has reviewed. The first version of a model that no device uses changes nothing anywhere; until its writes
 * are reviewed each of them needs a second person.
 */
export async function needsSecondPerson(
  db: Db,
  model: OwnedModel,
  newest: PublishedModel | undefined,
  tables: ModelTables,
): Promise<boolean> {
  if (newest === undefined && (await selectModelReach(db, model.deviceModelId)).length === 0) return false
  return (await writesChangedBy(db, model, newest, tables)).length > 0
}

/** @throws Problem `model.faulty`, `instruction.in_use` for tables that cannot be a version */
export async function refuseUnsound(db: Db, model: OwnedModel, tables: ModelTables): Promise<void> {
  if (checkModel(tables).some(({ isError }) => isError)) throw new Problem('model.faulty')
  await refuseLacking(db, model.deviceModelId, tables)
}

/**
 * Makes tables the next version of a model, which must be locked. A request on the previous version is over,
 * and the users of the model are notified.
 * @returns its number
 */
export async function makeVersion(
  trx: Trx,
  model: OwnedModel,
  newest: PublishedModel | undefined,
  { tables, note, publishedBy, isApproved }: Next,
  { user, now, published }: Publishing,
): Promise<number> {
  const { deviceModelId, brand, model: name } = model
  const version = (newest?.version ?? 0) + 1
  // an unchanged write is as trusted as it was
  const hasReviewedWrites = isApproved || tables.writes.length === 0 || newest?.hasReviewedWrites === true
  const about = { version, note, publishedBy, publishedAt: now, hasReviewedWrites }
  await insertVersion(trx, deviceModelId, tables, about)
  await published(trx, deviceModelId, now)
  const waiting = await selectWaiting(trx, deviceModelId, now)
  if (waiting !== null) {
    await endPublication(trx, waiting.modelPublicationId, 'outdated', { by: null, now })
    const detail = { deviceModelId, brand, model: name, person: user.name, note: waiting.note, now }
    await notifyRequester(trx, waiting.accountId, 'outdated', waiting.modelPublicationId, detail)
  }
  await notifyBelow(trx, model, { accountId: user.accountId, name: user.name }, { version, note, now })
  return version
}
