import type { sendBulletin as sendCall } from '@coldkeep/contract/areas/bulletins'
import type { Input } from '@coldkeep/contract/call'
import { Problem } from '@coldkeep/contract/problem'
import type { BulletinId } from '@coldkeep/domain/ids'
import { days, type EpochMs, epochMs, later } from '@coldkeep/domain/time/instant'
import { scopeOf, selectScope, selectStoreInScope } from '../access/scope'
import type { SignedIn } from '../access/signed-in'
import { addAudit } from '../audit/add-audit'
import type { Db, Trx } from '../db/connect'
import { beginBulletin } from './begin-bulletin'
import { insertBulletin, selectBulletinByKey } from './bulletin-queries'
import type { BulletinWriter } from './categories'
import { selectUsableTitle } from './category-queries'
import { attachFiles } from './file-queries'
import { type BulletinPlace, countPlace } from './place-queries'

const LONGEST_WAIT_MS = days(366)

type Draft = Input<typeof sendCall>['body']
type Chosen = Pick<Draft, 'departmentId' | 'storeId' | 'exceptStores' | 'exceptPeople'>

/**
 * To whom a caller would send.
 * @throws Problem `department.unknown`, `store.unknown`
 */
export async function readPlace(db: Db, user: SignedIn, chosen: Chosen): Promise<BulletinPlace> {
  const { departmentId, storeId, exceptStores, exceptPeople } = chosen
  const { departments } = await selectScope(db, user, departmentId)
  if (storeId !== null) await selectStoreInScope(db, { ...scopeOf(user), departments }, storeId)
  return { senderDepartmentId: user.departmentId, departments, storeId, exceptStores, exceptPeople }
}

interface Sent {
  readonly id: BulletinId
  readonly state: 'scheduled' | 'sent'
}

/**
 * Sends a message, or has it wait for its time. One that is sent twice is one.
 * @throws Problem `bulletin.send_time`, `bulletin.deadline`, `bulletin.category_unknown`, `bulletin.file_unknown`,
 * `bulletin.nobody`, `bulletin.count_changed`, `bulletin.taken`, those of its place, and `request.malformed`
 */
export async function sendBulletin(db: Db, writer: BulletinWriter, draft: Draft): Promise<Sent> {
  const { user, now } = writer
  const known = await findSent(db, user, draft.id)
  if (known !== null) return known
  checkDraft(draft, now)
  const place = await readPlace(db, user, draft)
  const sent = await db.transaction().execute(async (trx) => {
    const id = await insertDraft(trx, writer, draft)
    if (id === null) return null
    if ((await attachFiles(trx, id, user.accountId, draft.files)) !== draft.files.length)
      throw new Problem('bulletin.file_unknown', {}, { files: 'unknown' })
    const { deadlineAt, needsConfirmation } = instantsOf(draft)
    const found =
      draft.sendAt === null
        ? await beginBulletin(trx, { bulletinId: id, deadlineAt, needsConfirmation }, place, now)
        : await countPlace(trx, place)
    checkCount(found, draft.counted)
    const { people, stores } = found
    await auditSending(trx, writer, id, draft, { people, stores })
    return { id, state: draft.sendAt === null ? ('sent' as const) : ('scheduled' as const) }
  })
  // the same was sent a moment ago
  const result = sent ?? (await findSent(db, user, draft.id))
  if (result === null) throw new Problem('bulletin.taken')
  return result
}

async function findSent(db: Db, { accountId }: SignedIn, key: string): Promise<Sent | null> {
  const row = await selectBulletinByKey(db, key)
  if (row === undefined) return null
  if (row.accountId !== accountId) throw new Problem('bulletin.taken')
  return { id: row.bulletinId, state: row.state === 'scheduled' ? 'scheduled' : 'sent' }
}

function checkDraft(
  { texts, language, files, sendAt, deadlineAt, needsConfirmation }: Draft,
  now: EpochMs,
): void {
  if (texts[language] === undefined) throw new Problem('request.malformed', {}, { texts: 'missing' })
  if (new Set(files).size !== files.length) throw new Problem('request.malformed', {}, { files: 'choice' })
  const latest = later(now, LONGEST_WAIT_MS)
  if (sendAt !== null && (sendAt <= now || sendAt > latest))
    throw new Problem('bulletin.send_time', {}, { sendAt: 'range' })
  if (deadlineAt === null) return
  if (!needsConfirmation) throw new Problem('request.malformed', {}, { deadlineAt: 'choice' })
  if (deadlineAt <= (sendAt ?? now) || deadlineAt > latest)
    throw new Problem('bulletin.deadline', {}, { deadlineAt: 'range' })
}

function checkCount(found: Draft['counted'], counted: Draft['counted']): void {
  const { people, stores } = found
  if (people === 0) throw new Problem('bulletin.nobody')
  if (people !== counted.people || stores !== counted.stores)
    throw new Problem('bulletin.count_changed', { people, stores })
}

const instantsOf = ({ sendAt, deadlineAt, needsConfirmation }: Draft) => ({
  needsConfirmation,
  sendAt: sendAt === null ? null : epochMs(sendAt),
  deadlineAt: deadlineAt === null ? null : epochMs(deadlineAt),
})

async function insertDraft(
  trx: Trx,
  { user, now }: BulletinWriter,
  draft: Draft,
): Promise<BulletinId | null> {
  const { categoryId, firstCounts, language, texts, departmentId, storeId, exceptStores, exceptPeople } =
    draft
  const categoryTitle = await selectUsableTitle(trx, user.departmentId, categoryId)
  if (categoryTitle === null) throw new Problem('bulletin.category_unknown', {}, { categoryId: 'unknown' })
  const { sendAt, deadlineAt, needsConfirmation } = instantsOf(draft)
  return insertBulletin(trx, {
    key: draft.id,
    departmentId: user.departmentId,
    accountId: user.accountId,
    accountName: user.name,
    bulletinCategoryId: categoryId,
    ...{ categoryTitle, language, texts: JSON.stringify(texts) },
    placeDepartmentId: departmentId,
    placeStoreId: storeId,
    ...{ exceptStores: [...exceptStores], exceptPeople: [...exceptPeople] },
    ...{ needsConfirmation, firstCounts, deadlineAt },
    state: 'scheduled',
    createdAt: now,
    sendAt: sendAt ?? now,
  })
}

function auditSending(
  trx: Trx,
  { user, now }: BulletinWriter,
  id: BulletinId,
  { texts, language, sendAt, files, categoryId }: Draft,
  counted: Draft['counted'],
): Promise<void> {
  return addAudit(trx, {
    at: now,
    by: { accountId: user.accountId, name: user.name },
    storeId: null,
    departmentId: user.departmentId,
    kind: sendAt === null ? 'bulletin.send' : 'bulletin.schedule',
    subject: texts[language]?.title ?? String(id),
    detail: {
      ...{ id, ...counted, categoryId, files: files.length, languages: Object.keys(texts) },
      ...(sendAt === null ? {} : { sendAt: new Date(sendAt).toISOString() }),
    },
    outcome: 'done',
  })
}
