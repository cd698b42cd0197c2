import { Problem } from '@coldkeep/contract/problem'
import { days, seconds } from '@coldkeep/domain/time/instant'
import { selectScope } from '../../access/scope'
import type { Handlers } from '../../calls/bind-call'
import { chosenTimes } from '../../filters/chosen-times'
import { selectFigureCases } from '../figure-queries'
import { presentFigures } from '../words/present-figures'

const MOST_DAYS = 400
const MOST_CASES = 20_000

export const repairFigureHandlers = {
  repairFigures: async ({ db, user, query, language, translate }) => {
    const period = chosenTimes(query)
    if (period.until - period.from > days(MOST_DAYS) + seconds(1))
      throw new Problem('period.too_long', { days: MOST_DAYS })
    const scope = await selectScope(db, user, query.departmentId)
    const cases = await selectFigureCases(db, scope, period, MOST_CASES)
    if (cases.length > MOST_CASES) throw new Problem('repair.too_many_cases', { most: MOST_CASES })
    return { tables: presentFigures(cases, period, { language, translate }) }
  },
} satisfies Pick<Handlers, 'repairFigures'>
