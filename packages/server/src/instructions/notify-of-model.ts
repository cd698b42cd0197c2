import type { AccountId, DepartmentId, DeviceModelId, ModelPublicationId } from '@coldkeep/domain/ids'
import { personalChannels } from '@coldkeep/domain/notices/notice-kind'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import type { ModelNews } from '@coldkeep/domain/writes/model-news'
import { rightsOf } from '../access/account-rights'
import { type Actor, addAudits } from '../audit/add-audit'
import type { Trx } from '../db/connect'
import { NO_STORE } from '../outbox/news-kind'
import { insertOwnNotices, type OwnNews } from '../outbox/own-notice-queries'
import { selectAccountsIn, selectDepartmentPath } from './model-news-queries'
import { selectModelReach } from './model-reach-queries'

export interface OwnedModel {
  readonly deviceModelId: DeviceModelId
  readonly departmentId: DepartmentId
  readonly brand: string
  readonly model: string
}

/** What the news of a model holds, whoever the recipient is. */
interface ModelNewsDetail {
  readonly deviceModelId: DeviceModelId
  readonly brand: string
  readonly model: string
  readonly person: string
  readonly note: string
  readonly now: EpochMs
}

/** Notifies every other account that may publish the model that a version waits. */
export async function notifyPublishers(
  trx: Trx,
  owner: DepartmentId,
  requester: AccountId,
  publication: ModelPublicationId,
  detail: ModelNewsDetail,
): Promise<void> {
  const publishers = await publishersOf(trx, owner)
  const others = publishers.map(({ accountId }) => accountId).filter((accountId) => accountId !== requester)
  await insertOwnNotices(trx, newsOf('requested', publication, detail), others, detail.now)
}

/** True while an account is in use and may publish models of a department. */
export async function mayPublish(trx: Trx, owner: DepartmentId, account: AccountId): Promise<boolean> {
  return (await publishersOf(trx, owner)).some(({ accountId }) => accountId === account)
}

/** Notifies the account that requested a version of the outcome. */
export async function notifyRequester(
  trx: Trx,
  requester: AccountId,
  about: Exclude<ModelNews, 'requested' | 'changed'>,
  publication: ModelPublicationId,
  detail: ModelNewsDetail,
): Promise<void> {
  await insertOwnNotices(trx, newsOf(about, publication, detail), [requester], detail.now)
}

/**
 * Notifies departments below the owner whose stores use the model that it is another one now: in their audit, and in the
 * console those of their accounts that write to equipment or describe it. Below the product is every department.
 */
export async function notifyBelow(
  trx: Trx,
  {
    deviceModelId,
    departmentId,
    brand,
    model,
  }: Omit<OwnedModel, 'departmentId'> & { readonly departmentId: DepartmentId | null },
  by: Actor,
  { version, note, now }: { readonly version: number; readonly note: string; readonly now: EpochMs },
): Promise<void> {
  const below = (await selectModelReach(trx, deviceModelId)).filter(
    (one) => departmentId === null || (one.departmentId !== departmentId && one.path.includes(departmentId)),
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
  const downFrom = (path: readonly DepartmentId[]) =>
    departmentId === null ? path : path.slice(path.indexOf(departmentId) + 1)
  const places = [...new Set(below.flatMap(({ path }) => downFrom(path)))]
  const concerned = (await selectAccountsIn(trx, places)).filter((one) => {
    const { pageKeys } = rightsOf(one)
    return one.accountId !== by.accountId && (pageKeys.has('2-3-1') || pageKeys.has('3-1'))
  })
  const news: OwnNews = {
    ...newsOf('changed', null, { deviceModelId, brand, model, person: by.name, note, now }),
    messageKey: `model:${deviceModelId}:changed:${version}`,
    // nothing that anyone waits for
    channels: ['app'],
  }
  await insertOwnNotices(
    trx,
    news,
    concerned.map(({ accountId }) => accountId),
    now,
  )
}

function newsOf(
  about: ModelNews,
  publication: ModelPublicationId | null,
  { deviceModelId, brand, model, person, note }: ModelNewsDetail,
): OwnNews {
  return {
    storeId: NO_STORE,
    subjectKind: 'model',
    ...(publication !== null && { subjectId: publication }),
    about,
    messageKey: `model:${deviceModelId}:${about}:${publication}`,
    detail: { brand, model, person, note },
    channels: personalChannels,
  }
}

async function publishersOf(trx: Trx, owner: DepartmentId) {
  const accounts = await selectAccountsIn(trx, await selectDepartmentPath(trx, owner))
  return accounts.filter((one) => rightsOf(one).pageKeys.has('2-3-1'))
}
