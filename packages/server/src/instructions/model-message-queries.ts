import type { AccountId, DepartmentId, ModelPublicationId } from '@coldkeep/domain/ids'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import type { ModelNews } from '@coldkeep/domain/writes/model-news'
import { type SqlBool, sql } from 'kysely'
import { rightColumns } from '../access/account-right-queries'
import type { Db, Trx } from '../db/connect'

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

/** What a message says, whomever it goes to. */
export type Told = Pick<ModelMessage, 'brand' | 'model' | 'person' | 'note'> & { readonly now: EpochMs }

/** The messages since then, to whomever they are. */
export function selectModelMessagesSince(db: Db, since: EpochMs): Promise<ModelMessage[]> {
  return db
    .selectFrom('modelMessage')
    .select(['modelMessageId', 'accountId', 'about', 'brand', 'model', 'person', 'note'])
    .where('at', '>', since)
    .orderBy('at')
    .execute()
}

/** The departments above one, from the top down to itself. */
export async function selectDepartmentPath(trx: Trx, departmentId: DepartmentId) {
  const { path } = await trx
    .selectFrom('department')
    .select('path')
    .where('departmentId', '=', departmentId)
    .executeTakeFirstOrThrow()
  return path
}

/** Accounts of departments that are in use, with their rights and whether they hear of anything. */
export function selectAccountsIn(trx: Trx, departments: readonly DepartmentId[]) {
  return trx
    .selectFrom('account')
    .select('account.accountId')
    .select(hears.as('hears'))
    .select(rightColumns)
    .where('account.isEnabled', '=', true)
    .where('account.departmentId', 'in', departments)
    .execute()
}

/** One account with its rights, or none where it is not in use or does not hear. */
export function selectHearer(trx: Trx, account: AccountId) {
  return selectHearers(trx).where('account.accountId', '=', account).execute()
}

/** Accounts of departments that hear, with their rights, all but one. */
export function selectHearersIn(trx: Trx, departments: readonly DepartmentId[], except: AccountId) {
  return selectHearers(trx)
    .where('account.departmentId', 'in', departments)
    .where('account.accountId', '!=', except)
    .execute()
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

export async function insertModelMessages(
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
