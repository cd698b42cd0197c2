import { groupBy } from '@coldkeep/domain/group-by'
import { selectScope } from '../../access/scope'
import type { Handlers } from '../../calls/bind-call'
import { checkFigures } from '../../settings/check-figures'
import { figureRules } from '../../settings/figure-rules'
import { selectStoresOfScope } from '../../settings/scoped-store-queries'
import { selectChosenPlace } from '../../settings/setting-place'
import { previewFigures } from '../preview-figures'

/** Of more stores the figures of days are not looked through while somebody waits. */
const MOST_STORES = 500

export const figurePreviewHandlers = {
  previewFigures: async ({ db, user, body, clock }) => {
    const { figureGroup, figures } = body
    checkFigures(figureGroup, figures)
    const place = await selectChosenPlace(db, user, body)
    const scope = await selectScope(db, user, body.departmentId)
    const below = await selectStoresOfScope(db, scope, place.storeId)
    const reached = await figureRules[figureGroup].reachedFrom(db, place, below)
    const storeIds = reached.slice(0, MOST_STORES).map(({ storeId }) => storeId)
    const rule = { figureGroup, figures }
    const { judged, ...preview } = await previewFigures(db, scope, storeIds, rule, clock.now())
    const changed = judged.filter(({ before, after }) => before !== after)
    return {
      ...preview,
      stores: storeIds.length,
      allStores: reached.length,
      judged: judged.length,
      subjects: new Set(changed.map(({ subject }) => subject)).size,
      changes: [...groupBy(changed, ({ before, after }) => `${before}/${after}`).values()].flatMap(
        (alike) => {
          const [one] = alike
          return one === undefined ? [] : [{ before: one.before, after: one.after, count: alike.length }]
        },
      ),
    }
  },
} satisfies Pick<Handlers, 'previewFigures'>
