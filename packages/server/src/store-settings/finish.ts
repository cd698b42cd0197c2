import {
  type finishStoreSettings,
  type StoreSettings,
  storeSettings,
} from '@coldkeep/contract/areas/store-settings'
import type { Answer } from '@coldkeep/contract/call'
import { Problem } from '@coldkeep/contract/problem'
import { pathToWire } from '@coldkeep/contract/wire/dialect'
import type { StoreId } from '@coldkeep/domain/ids'
import { differencesOf, isSame } from '@coldkeep/domain/organisation/merge-answers'
import { rowChanged } from '../access/row-changed'
import { scopeOf, selectCurrentScope, selectStoreInScope } from '../access/scope'
import type { SignedIn } from '../access/signed-in'
import type { ChangedAlarm } from '../alarms/alarm-queries'
import type { Alarms } from '../alarms/alarms'
import { addAudit } from '../audit/add-audit'
import type { CallContext } from '../calls/context'
import type { Trx } from '../db/connect'
import type { NoticeMeans } from '../notices/read-target'
import { lockStoreCodes } from '../organisation/store-queries'
import type { FieldLink } from '../terminals/field-link'
import { type DraftRow, finishDraft, lockDraftById } from './draft-queries'
import { type AnswerFault, FaultList } from './fault-list'
import type { PutContext } from './put-context'
import { putDevices, retireDevices } from './put-devices'
import { putRules } from './put-rules'
import { putStore } from './put-store'
import { putTargets } from './put-targets'
import { putTerminals } from './put-terminals'
import { checkParts, maySeeAnswers } from './rights'
import { blankSettings, selectSettings } from './select-settings'
import { lockTerminalsOf } from './store-lock-queries'

type Finished = Answer<typeof finishStoreSettings>

/** What writing a whole draft needs. */
export interface FinishParts {
  readonly alarms: Alarms
  readonly notices: NoticeMeans
  readonly field: Pick<FieldLink, 'wake'>
}

/** Ends the transaction without leaving anything of it. */
class Undone extends Error {
  readonly answer: Finished

  constructor(answer: Finished) {
    super('nothing is written')
    this.answer = answer
  }
}

/**
 * Writes everything in a draft in one transaction, by the same functions as the pages of each part. A draft
 * is finished once: a second attempt returns the store that came of the first.
 */
export async function finishStore(
  { db, user, body, clock, translate }: CallContext<typeof finishStoreSettings>,
  { alarms, notices, field }: FinishParts,
): Promise<Finished> {
  const ended: ChangedAlarm[] = []
  try {
    const finished = await db.transaction().execute(async (trx) => {
      const draft = await lockDraftById(trx, Number(body.draft))
      if (draft === null) throw new Problem('draft.unknown')
      await checkOwn(trx, user, draft)
      if (draft.finishedStoreId !== null) return repeated(draft.finishedStoreId)
      if (draft.revision !== body.revision) throw new Problem('row.changed')
      const faults = new FaultList(translate)
      const context: PutContext = { trx, user, translate, alarms, notices, faults, now: clock.now(), ended }
      await lockSubject(context, draft)
      const { base, content } = answersOf(user, draft)
      checkParts(user, base, content)
      const { storeId, codes } = await putAll(context, draft.storeId, { base, content })
      if (faults.faults.length > 0 || storeId === undefined || body.isCheck) {
        throw new Undone({
          storeId: null,
          isRepeated: false,
          faults: faults.faults.map(inWireNames),
          codes: [],
        })
      }
      await finishDraft(trx, draft, storeId)
      await addAudit(trx, {
        at: context.now,
        by: { accountId: user.accountId, name: user.name },
        storeId,
        kind: 'store.settings',
        subject: content.store.code,
        // what became of each part is in entries of its own
        detail: { changed: [...new Set(differencesOf(base, content).map(({ path }) => path[0]))] },
        outcome: 'done',
      })
      return { storeId: String(storeId), isRepeated: false, faults: [], codes }
    })
    alarms.feed.publish(ended)
    field.wake()
    return finished
  } catch (error) {
    if (error instanceof Undone) return error.answer
    throw error
  }
}

/** What is wrong is reported under the names that travel, as all fields of a refusal are. */
function inWireNames({ path, message }: AnswerFault): AnswerFault {
  return { path: pathToWire(storeSettings, path.split('.')).join('.'), message }
}

function repeated(storeId: StoreId): Finished {
  return { storeId: String(storeId), isRepeated: true, faults: [], codes: [] }
}

/** @throws Problem `draft.unknown`, the same for one that does not exist and for one of another account */
async function checkOwn(trx: Trx, user: SignedIn, draft: DraftRow): Promise<void> {
  const { storeId, accountId, finishedStoreId } = draft
  if (accountId !== null && accountId !== user.accountId) throw new Problem('draft.unknown')
  if (storeId !== null) {
    await selectStoreInScope(trx, scopeOf(user), storeId).catch((error) => {
      throw error instanceof Problem ? new Problem('draft.unknown') : error
    })
  }
  if (finishedStoreId !== null) return
  if (!maySeeAnswers(user, draft.base) || !maySeeAnswers(user, draft.content))
    throw new Problem('access.equipment')
}

/**
 * Keeps others from changing the store, and checks that it is as it was when the draft was begun.
 * @throws Problem `row.changed` with the current store
 */
async function lockSubject({ trx, user, now }: PutContext, { storeId, base }: DraftRow): Promise<void> {
  if (storeId === null) return
  const { code } = await selectStoreInScope(trx, scopeOf(user), storeId)
  await lockStoreCodes(trx, [code])
  await lockTerminalsOf(trx, storeId)
  const current = await selectSettings(trx, user, storeId, now)
  if (!isSame(seenBy(base, current), seenBy(current, base))) throw rowChanged(storeSettings, current)
}

interface Answers {
  readonly base: StoreSettings
  readonly content: StoreSettings
}

/** A part that was withheld from who saved the draft last was not seen by them, and is left as it is. */
function answersOf(user: SignedIn, { storeId, base, content }: DraftRow): Answers {
  const from = storeId === null ? blankSettings(user) : base
  return { base: from, content: seenBy(from, content) }
}

/** Of some answers those parts that others have too. */
function seenBy(others: StoreSettings, { targets, loss, warnings, ...rest }: StoreSettings): StoreSettings {
  return {
    ...rest,
    targets: others.targets && targets,
    loss: others.loss && loss,
    warnings: others.warnings && warnings,
  }
}

/** Part after part; each reports what is wrong with its own answers, and the rest is still checked. */
async function putAll(context: PutContext, storeId: StoreId | null, { base, content }: Answers) {
  const store = await putStore(context, storeId, content)
  if (store === undefined) return { storeId: undefined, codes: [] }
  const after = await withCurrentDepartments(context)
  await retireDevices(after, store, { base, content })
  const { terminalIds, codes } = await putTerminals(after, store.storeId, base, content)
  await putDevices(after, store, { base, content, terminalIds })
  await putRules(after, store.storeId, base, content)
  await putTargets(after, store.departmentId, base, content)
  return { storeId: store.storeId, codes }
}

/** A department that was just made is the caller's from here on. */
async function withCurrentDepartments(context: PutContext): Promise<PutContext> {
  const { departments } = await selectCurrentScope(context.trx, context.user)
  return { ...context, user: { ...context.user, departmentIds: departments } }
}
