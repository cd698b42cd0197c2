import type { AccountId, DepartmentId, DeviceModelId, ModelPublicationId } from '@coldkeep/domain/ids'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import type { ModelNews } from '@coldkeep/domain/writes/model-news'
import { rightsOf } from '../access/account-rights'
import { addAudits } from '../audit/add-audit'
import type { Trx } from '../db/connect'
import {
  insertModelMessages,
  type ModelMessage,
  selectAccountsIn,
  selectDepartmentPath,
  selectHearer,
  selectHearersIn,
  type Told,
} from './model-message-queries'
import { selectModelReach } from './model-reach-queries'

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
  const publishers = await publishersOf(trx, owner)
  const others = publishers.filter(({ accountId, hears }) => hears && accountId !== asker)
  await insertModelMessages(trx, others, 'wanted', told, publication)
}

/** True while an account is in use and may publish models of a department. */
export async function mayPublish(trx: Trx, owner: DepartmentId, account: AccountId): Promise<boolean> {
  return (await publishersOf(trx, owner)).some(({ accountId }) => accountId === account)
}

/** Tells whoever asked for a version what came of it. */
export async function tellAskerOfVersion(
  trx: Trx,
  asker: AccountId,
  about: Exclude<ModelNews, 'wanted' | 'changed'>,
  told: Told,
): Promise<void> {
  const accounts = await selectHearer(trx, asker)
  await insertModelMessages(trx, accounts, about, told, null)
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
  const accounts = await selectHearersIn(trx, places, by.accountId)
  const told = accounts.filter((one) => {
    const { pageKeys } = rightsOf(one)
    return pageKeys.has('2-3-1') || pageKeys.has('3-1')
  })
  await insertModelMessages(trx, told, 'changed', { brand, model, person: by.name, note, now }, null)
}

async function publishersOf(trx: Trx, owner: DepartmentId) {
  const accounts = await selectAccountsIn(trx, await selectDepartmentPath(trx, owner))
  return accounts.filter((one) => rightsOf(one).pageKeys.has('2-3-1'))
}
