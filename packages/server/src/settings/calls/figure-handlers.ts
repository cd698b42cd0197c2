import { figureGroupKeys } from '@coldkeep/domain/analysis/figures'
import type { Handlers } from '../../calls/bind-call'
import { checkFigures } from '../check-figures'
import { figureRules } from '../figure-rules'
import { selectChosenPlace } from '../setting-place'

type FigureCall = 'getFigureSettings' | 'saveFigureSetting' | 'removeFigureSetting'

export const figureHandlers = {
  getFigureSettings: async ({ db, user, query }) => {
    const place = await selectChosenPlace(db, user, query)
    return {
      settings: await Promise.all(figureGroupKeys.map((group) => figureRules[group].settingOf(db, place))),
    }
  },

  saveFigureSetting: async ({ db, user, body, clock }) => {
    const { figureGroup, figures, revision } = body
    checkFigures(figureGroup, figures)
    const place = await selectChosenPlace(db, user, body)
    const writing = { user, now: clock.now(), revision }
    const rules = figureRules[figureGroup]
    return db.transaction().execute((trx) => rules.put(trx, writing, place, { figureGroup, figures }))
  },

  removeFigureSetting: async ({ db, user, query, clock }) => {
    const place = await selectChosenPlace(db, user, query)
    const writing = { user, now: clock.now(), revision: query.revision }
    return db.transaction().execute((trx) => figureRules[query.figureGroup].drop(trx, writing, place))
  },
} satisfies Pick<Handlers, FigureCall>
