import type { AccountId, DepartmentId, DeviceModelId, ModelPublicationId } from '@coldkeep/domain/ids'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import type { ModelNews } from '@coldkeep/domain/writes/model-news'
import { type SqlBool, sql } from 'kysely'
import { rightColumns, rightsOf } from '../access/account-rights'
import { addAudits } from '../audit/add-audit'
import type { Db, Trx } from '../db/connect'
import { selectModelReach } from './model-reach'

/** What somebody is told of a model. */
export interface ModelMessage {
  readonly modelMessageId: number
  readonly accountId: AccountId
  readonly about: ModelNews
  readonly brand: string
  readonly model: string
  readonly person: string
  readonly note: string
}

type Told = Pick<ModelMessage, 'brand' | 'model' | 'person' | 'note'> & { readonly now: EpochMs }

export interface OwnedModel {
  readonly deviceModelId: DeviceModelId
  readonly departmentId: DepartmentId
  readonly brand: string
  readonly model: string
}

/** By which a message is marked as read; no message about alarms or writes is called like this. */
export function modelMessageKey({ modelMessageId }: Pick<ModelMessage, 'modelMessageId'>): string {
  return `model:${modelMessageId}`
}

/** Tells every other account that may publish the model that a version waits. */
export async function tellPublishers(
  trx: Trx,
  owner: DepartmentId,
  asker: AccountId,
  publication: ModelPublicationId,
  told: Told,
): Promise<void> {
  const publishers = await selectPublishers(trx, owner)
  const others = publishers.filter(({ accountId, hears }) => hears && accountId !== asker)
  await insert(trx, others, 'wanted', told, publication)
}

/** True while an account is in use and may publish models of a department. */
export async function mayPublish(trx: Trx, owner: DepartmentId, account: AccountId): Promise<boolean> {
  return (await selectPublishers(trx, owner)).some(({ accountId }) => accountId === account)
}

/** Tells whoever asked for a version what came of it. */
export async function tellAskerOfVersion(
  trx: Trx,
  asker: AccountId,
  about: Exclude<ModelNews, 'wanted' | 'changed'>,
  told: Told,
): Promise<void> {
  const accounts = await selectHearers(trx).where('account.accountId', '=', asker).execute()
  await insert(trx, accounts, about, told, null)
}

/**
 * Tells departments below the owner whose stores use the model that it is another one now: in their audit, and those of
 * their accounts that write to equipment or describe it.
 */
export async function tellBelow(
  trx: Trx,
  { deviceModelId, departmentId, brand, model }: OwnedModel,
  by: { readonly accountId: AccountId; readonly name: string },
  { version, note, now }: { readonly version: number; readonly note: string; readonly now: EpochMs },
): Promise<void> {
  const below = (await selectModelReach(trx, deviceModelId)).filter(
    (one) => one.departmentId !== departmentId && one.path.includes(departmentId),
  )
  if (below.length === 0) return
  await addAudits(
    trx,
    below.map((one) => ({
      at: now,
      by,
      storeId: null,
      departmentId: one.departmentId,
      kind: 'instruction.reach',
      subject: `${brand} · ${model}`,
      detail: { version, note, devices: one.devices },
      outcome: 'done' as const,
    })),
  )
  // also who is in charge of several of them, down from the owner
  const places = [...new Set(below.flatMap(({ path }) => path.slice(path.indexOf(departmentId) + 1)))]
  const accounts = await selectHearers(trx)
    .where('account.departmentId', 'in', places)
    .where('account.accountId', '!=', by.accountId)
    .execute()
  const told = accounts.filter((one) => {
    const { pageKeys } = rightsOf(one)
    return pageKeys.has('2-3-1') || pageKeys.has('3-1')
  })
  await insert(trx, told, 'changed', { brand, model, person: by.name, note, now }, null)
}

/** The messages since then, to whomever they are. */
export function selectModelMessagesSince(db: Db, since: EpochMs): Promise<ModelMessage[]> {
  return db
    .selectFrom('modelMessage')
    .select(['modelMessageId', 'accountId', 'about', 'brand', 'model', 'person', 'note'])
    .where('at', '>', since)
    .orderBy('at')
    .execute()
}

async function selectPublishers(trx: Trx, owner: DepartmentId) {
  const { path } = await trx
    .selectFrom('department')
    .select('path')
    .where('departmentId', '=', owner)
    .executeTakeFirstOrThrow()
  const accounts = await trx
    .selectFrom('account')
    .select('account.accountId')
    .select(hears.as('hears'))
    .select(rightColumns)
    .where('account.isEnabled', '=', true)
    .where('account.departmentId', 'in', path)
    .execute()
  return accounts.filter((one) => rightsOf(one).pageKeys.has('2-3-1'))
}

function selectHearers(trx: Trx) {
  return trx
    .selectFrom('account')
    .select('account.accountId')
    .select(rightColumns)
    .where('account.isEnabled', '=', true)
    .where(hears)
}

/** The account has not silenced the console. */
const hears = sql<SqlBool>`not ('app' = any(account.silenced_channels))`

async function insert(
  trx: Trx,
  accounts: readonly { readonly accountId: AccountId }[],
  about: ModelNews,
  { now, ...told }: Told,
  modelPublicationId: ModelPublicationId | null,
): Promise<void> {
  if (accounts.length === 0) return
  await trx
    .insertInto('modelMessage')
    .values(
      accounts.map(({ accountId }) => ({
        ...told,
        accountId,
        about,
        modelPublicationId,
        at: now,
        readAt: null,
      })),
    )
    .execute()
}
