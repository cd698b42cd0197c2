import { wireStoreDraft } from '@coldkeep/contract/areas/store-settings'
import { Problem } from '@coldkeep/contract/problem'
import type { StoreId } from '@coldkeep/domain/ids'
import { rowChanged } from '../../access/row-changed'
import { scopeOf, selectStoreInScope } from '../../access/scope'
import type { SignedIn } from '../../access/signed-in'
import { addAudit } from '../../audit/add-audit'
import { markAudited } from '../../audit/track-audit'
import type { Handlers } from '../../calls/bind-call'
import type { Db } from '../../db/connect'
import { pointName } from '../../wording/point-name'
import {
  type DraftOwner,
  type DraftRow,
  deleteDraft,
  insertDraft,
  lockDraft,
  selectDraft,
  updateDraft,
} from '../draft-queries'
import { type FinishParts, finishStore } from '../finish'
import { maySeeAnswers, writableParts } from '../rights'
import { selectStoreLimits } from '../select-limits'
import { blankSettings, selectSettings } from '../select-settings'

type SettingsCall =
  | 'getStoreSettings'
  | 'listStoreLimits'
  | 'saveStoreDraft'
  | 'discardStoreDraft'
  | 'finishStoreSettings'

export function storeSettingsHandlers(parts: FinishParts): Pick<Handlers, SettingsCall> {
  return {
    getStoreSettings: async ({ db, user, query, clock }) => {
      const owner = await ownerOf(db, user, query.storeId)
      const present =
        owner.storeId === null
          ? blankSettings(user)
          : await selectSettings(db, user, owner.storeId, clock.now())
      const draft = await selectDraft(db, owner)
      return { present, draft: draft && presentDraft(user, draft), writable: writableParts(user) }
    },

    listStoreLimits: async ({ db, user, query, translate }) => {
      const scope = scopeOf(user)
      const { storeId } = await selectStoreInScope(db, scope, query.storeId)
      const limits = await selectStoreLimits(db, scope, storeId)
      return { limits: limits.map((limit) => ({ ...limit, point: pointName(limit.point, translate) })) }
    },

    saveStoreDraft: async ({ db, user, body, clock }) => {
      const { storeId: store, base, content, revision } = body
      if (!maySeeAnswers(user, content) || !maySeeAnswers(user, base)) throw new Problem('access.equipment')
      const now = clock.now()
      const saved = await db.transaction().execute(async (trx) => {
        const owner = await ownerOf(trx, user, store)
        const found = await lockDraft(trx, owner)
        const draft = found?.finishedStoreId === null ? found : null
        if (draft !== null) checkVisible(user, draft)
        if ((draft?.revision ?? null) !== revision) {
          if (draft === null) throw new Problem('draft.unknown')
          throw rowChanged(wireStoreDraft, presentDraft(user, draft))
        }
        const save = { base, content, savedAt: now, savedBy: user.name }
        if (draft !== null) return updateDraft(trx, draft, save)
        if (found !== null) await deleteDraft(trx, found)
        const begun = await insertDraft(trx, owner, save)
        if (begun === null) throw new Problem('row.changed')
        await auditDraft(trx, user, owner, 'begin', now)
        return begun
      })
      // it is saved while people type: the record has when it was begun, discarded and finished
      markAudited()
      return presentDraft(user, saved)
    },

    discardStoreDraft: async ({ db, user, query, clock }) => {
      const now = clock.now()
      await db.transaction().execute(async (trx) => {
        const owner = await ownerOf(trx, user, query.storeId)
        const draft = await lockDraft(trx, owner)
        if (draft === null || draft.finishedStoreId !== null) return
        checkVisible(user, draft)
        await deleteDraft(trx, draft)
        await auditDraft(trx, user, owner, 'discard', now)
      })
      return {}
    },

    finishStoreSettings: (context) => finishStore(context, parts),
  }
}

/** @throws Problem `store.unknown` */
async function ownerOf(db: Db, user: SignedIn, store: StoreId | null): Promise<DraftOwner> {
  if (store === null) return { storeId: null, accountId: user.accountId }
  const { storeId } = await selectStoreInScope(db, scopeOf(user), store)
  return { storeId, accountId: null }
}

/** @throws Problem `access.equipment` where it holds what is withheld from the caller */
function checkVisible(user: SignedIn, { base, content }: DraftRow): void {
  if (!maySeeAnswers(user, base) || !maySeeAnswers(user, content)) throw new Problem('access.equipment')
}

function presentDraft(user: SignedIn, { base, content, ...row }: DraftRow) {
  const isVisible = maySeeAnswers(user, base) && maySeeAnswers(user, content)
  return {
    id: String(row.storeDraftId),
    base: isVisible ? base : null,
    content: isVisible ? content : null,
    revision: row.revision,
    savedAt: row.savedAt,
    savedBy: row.savedBy,
  }
}

async function auditDraft(
  trx: Db,
  { accountId, name }: SignedIn,
  { storeId }: DraftOwner,
  act: 'begin' | 'discard',
  at: Parameters<typeof addAudit>[1]['at'],
): Promise<void> {
  const kind = `store.draft.${act}`
  const subject = storeId === null ? 'new' : String(storeId)
  await addAudit(trx, { at, by: { accountId, name }, storeId, kind, subject, outcome: 'done' })
}
