import { type StoreSettings, storeSettings } from '@coldkeep/contract/areas/store-settings'
import { namesFromWire, namesToWire } from '@coldkeep/contract/wire/dialect'
import type { AccountId, StoreId } from '@coldkeep/domain/ids'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import type { Selectable } from 'kysely'
import type { Db, Trx } from '../db/connect'
import type { DraftTables } from '../db/draft-tables'

export type DraftRow = Selectable<DraftTables['storeDraft']>

/** Whose draft it is: of a store, or of a new store that an account has begun. */
export type DraftOwner =
  | { readonly storeId: StoreId; readonly accountId: null }
  | { readonly storeId: null; readonly accountId: AccountId }

export interface DraftSave {
  readonly base: StoreSettings
  readonly content: StoreSettings
  readonly savedAt: EpochMs
  readonly savedBy: string
}

/** The draft that is under way, if any. */
export async function selectDraft(db: Db, owner: DraftOwner): Promise<DraftRow | null> {
  const row = await ownedBy(db, owner).where('finishedStoreId', 'is', null).executeTakeFirst()
  return row === undefined ? null : readDraft(row)
}

/** Keeps all others that write, discard or finish the draft waiting. Finished ones are found too. */
export async function lockDraft(trx: Trx, owner: DraftOwner): Promise<DraftRow | null> {
  const row = await ownedBy(trx, owner).forUpdate().executeTakeFirst()
  return row === undefined ? null : readDraft(row)
}

export async function lockDraftById(trx: Trx, id: number): Promise<DraftRow | null> {
  const row = await trx
    .selectFrom('storeDraft')
    .selectAll()
    .where('storeDraftId', '=', id)
    .forUpdate()
    .executeTakeFirst()
  return row === undefined ? null : readDraft(row)
}

/** @returns `null` where another one was begun at the same time */
export async function insertDraft(
  trx: Trx,
  owner: DraftOwner,
  { base, content, ...saved }: DraftSave,
): Promise<DraftRow | null> {
  const row = await trx
    .insertInto('storeDraft')
    .values({ ...owner, ...saved, base: kept(base), content: kept(content) })
    .onConflict((on) => on.doNothing())
    .returningAll()
    .executeTakeFirst()
  return row === undefined ? null : readDraft(row)
}

export async function updateDraft(
  trx: Trx,
  { storeDraftId, revision }: DraftRow,
  { base, content, ...saved }: DraftSave,
): Promise<DraftRow> {
  const row = await trx
    .updateTable('storeDraft')
    .set({
      ...saved,
      base: kept(base),
      content: kept(content),
      revision: revision + 1,
    })
    .where('storeDraftId', '=', storeDraftId)
    .returningAll()
    .executeTakeFirstOrThrow()
  return readDraft(row)
}

export async function deleteDraft(trx: Trx, { storeDraftId }: DraftRow): Promise<void> {
  await trx.deleteFrom('storeDraft').where('storeDraftId', '=', storeDraftId).execute()
}

/** What was entered is written where it belongs; only that it was done is kept. */
export async function finishDraft(trx: Trx, { storeDraftId }: DraftRow, storeId: StoreId): Promise<void> {
  await trx
    .updateTable('storeDraft')
    .set({ finishedStoreId: storeId, base: '{}', content: '{}' })
    .where('storeDraftId', '=', storeDraftId)
    .execute()
}

function ownedBy(db: Db, { storeId, accountId }: DraftOwner) {
  const drafts = db.selectFrom('storeDraft').selectAll()
  return storeId === null ? drafts.where('accountId', '=', accountId) : drafts.where('storeId', '=', storeId)
}

/** Answers are kept by the names that travel, so that ours may change while a draft waits. */
function kept(answers: StoreSettings): string {
  return JSON.stringify(namesToWire(storeSettings, answers))
}

/** What drafts that were begun before it was asked for do not have. */
const LATER_OF_DEVICE = { fridgeBrandId: null, fridgeTypeId: null, fridgeLocationId: null }

function readDraft(row: DraftRow): DraftRow {
  const answers = (value: StoreSettings) => {
    // what a client said it began from may hold anything
    const read = namesFromWire(storeSettings, value) as Partial<StoreSettings>
    if (!Array.isArray(read.devices)) return read as StoreSettings
    const devices = read.devices.map((device: object) => ({ ...LATER_OF_DEVICE, ...device }))
    return { ...read, devices } as StoreSettings
  }
  return { ...row, base: answers(row.base), content: answers(row.content) }
}
