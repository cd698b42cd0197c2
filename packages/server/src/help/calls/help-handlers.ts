import { helpText, type saveHelpText } from '@coldkeep/contract/areas/help'
import type { Input } from '@coldkeep/contract/call'
import { Problem } from '@coldkeep/contract/problem'
import { OWN_HELP, searchedText } from '@coldkeep/domain/help/help-text'
import manifest from '../../../package.json' with { type: 'json' }
import { rowChanged } from '../../access/row-changed'
import { scopeOf } from '../../access/scope'
import type { SignedIn } from '../../access/signed-in'
import { addAudit } from '../../audit/add-audit'
import type { Handlers } from '../../calls/bind-call'
import type { Db } from '../../db/connect'
import { mayEditCompany } from '../../organisation/edits-company'
import { readHelpContent } from '../help-content'
import {
  countHelpSearch,
  countVerdicts,
  deleteHelpSearch,
  insertHelpVersion,
  selectHelpSearches,
  selectHelpVersions,
  selectOnlyStore,
  selectOwnVerdicts,
  selectPresentHelp,
  upsertVerdict,
} from '../help-queries'
import licences from '../licences.json' with { type: 'json' }
import { inLanguage, presentFaq, presentTexts, presentVersions, shownTexts } from '../words/present-help'

type HelpCall =
  | 'getFaq'
  | 'getAbout'
  | 'getHelpText'
  | 'saveHelpText'
  | 'judgeHelp'
  | 'noteHelpSearch'
  | 'listHelpSearches'
  | 'removeHelpSearch'
type Change = Input<typeof saveHelpText>['body']

const OWN_KEY = new RegExp(`^${OWN_HELP}[a-z0-9-]{8,40}$`)

export function helpHandlers(): Pick<Handlers, HelpCall> {
  const { texts: product, titles } = readHelpContent()
  const onPage = { faq: product.filter(isQuestion), about: product.filter((text) => !isQuestion(text)) }

  const versionsOf = async (db: Db, key: string) =>
    presentVersions(
      product.find((text) => text.key === key),
      await selectHelpVersions(db, key),
    )

  return {
    getFaq: async ({ db, user, language, translate }) => {
      const mayEdit = await mayEditCompany(db, user)
      const texts = presentTexts(onPage.faq, await selectPresentHelp(db, 'faq'))
      const own = await selectOwnVerdicts(db, user.accountId)
      const verdicts = mayEdit ? await countVerdicts(db) : null
      const storeId = await selectOnlyStore(db, scopeOf(user))
      const shown = shownTexts(texts, { language, mayEdit, storeId })
      return { categories: presentFaq(shown, { titles, language, translate, own, verdicts }), mayEdit }
    },

    getAbout: async ({ db, user, language }) => {
      const mayEdit = await mayEditCompany(db, user)
      const texts = presentTexts(onPage.about, await selectPresentHelp(db, 'about'))
      const storeId = await selectOnlyStore(db, scopeOf(user))
      const sections = shownTexts(texts, { language, mayEdit, storeId }).map(
        ({ category: _, ...text }) => text,
      )
      return { sections, version: manifest.version, licences, mayEdit }
    },

    getHelpText: async ({ db, user, params: { key } }) => {
      await checkEditor(db, user)
      const found = await versionsOf(db, key)
      if (found === null) throw new Problem('help.unknown')
      return found
    },

    saveHelpText: async ({ db, user, clock, language, params: { key }, body }) => {
      await checkEditor(db, user)
      const known = await versionsOf(db, key)
      if (known === null && !OWN_KEY.test(key)) throw new Problem('help.unknown')
      const place = known ?? placeOf(body)
      const words = inLanguage(body.texts, language)
      if (words === null) throw new Problem('request.malformed', {}, { texts: 'missing' })
      const present = known?.versions[0]?.version ?? null
      const isDone =
        body.version === present &&
        (await db.transaction().execute(async (trx) => {
          const { page, category } = place
          const { texts, isShown } = body
          const changed = { changedAt: clock.now(), changedBy: user.name }
          const row = { key, page, category, texts, isShown, ...changed }
          if (!(await insertHelpVersion(trx, { ...row, follows: present ?? 0 }))) return false
          await addAudit(trx, {
            at: clock.now(),
            by: { accountId: user.accountId, name: user.name },
            storeId: null,
            kind: 'help.change',
            subject: words.title,
            detail: { key, isShown, languages: Object.keys(texts) },
            outcome: 'done',
          })
          return true
        }))
      const after = await versionsOf(db, key)
      if (after === null) throw new Problem('help.unknown')
      if (!isDone) throw rowChanged(helpText, after)
      return after
    },

    judgeHelp: async ({ db, user, params: { key }, body: { isHelpful } }) => {
      const found = await versionsOf(db, key)
      if (found === null || found.page !== 'faq') throw new Problem('help.unknown')
      await upsertVerdict(db, { key, accountId: user.accountId, isHelpful })
      return {}
    },

    noteHelpSearch: async ({ db, clock, language, body }) => {
      await countHelpSearch(db, { language, text: searchedText(body.text), at: clock.now() })
      return {}
    },

    listHelpSearches: async ({ db, user }) => {
      await checkEditor(db, user)
      return { searches: await selectHelpSearches(db) }
    },

    removeHelpSearch: async ({ db, user, query }) => {
      await checkEditor(db, user)
      await deleteHelpSearch(db, query)
      return {}
    },
  }
}

function isQuestion({ page }: { readonly page: string }): boolean {
  return page === 'faq'
}

async function checkEditor(db: Db, user: SignedIn): Promise<void> {
  if (!(await mayEditCompany(db, user))) throw new Problem('access.page')
}

/** Where a text of the organisation stands: a question needs its category. */
function placeOf({ page, category }: Change): Pick<Change, 'page' | 'category'> {
  if (page === 'faq' && category === null) throw new Problem('request.malformed', {}, { category: 'missing' })
  return { page, category: page === 'faq' ? category : null }
}
