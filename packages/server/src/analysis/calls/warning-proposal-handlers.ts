import type { WarningRules } from '@coldkeep/domain/alarms/early-warning-rules'
import type { Handlers } from '../../calls/bind-call'
import { chosenDays, chosenStores } from '../../filters/filter'
import { selectChosenPlace } from '../../settings/setting-place'
import { selectWarningSettings } from '../../settings/warning-place'
import { proposeAll } from '../propose-points'
import { selectWarnings } from '../shown-warning-queries'

export const warningProposalHandlers = {
  warningProposals: async ({ db, user, query, clock, translate }) => {
    const period = chosenDays(query.start, query.end)
    const { departmentId, storeId } = query
    const { scope, storeIds } = await chosenStores(db, user, query)
    const place = await selectChosenPlace(db, user, { departmentId, storeId })
    const settings = await selectWarningSettings(db, place)
    const rules = Object.fromEntries(settings.map((rule) => [rule.kind, rule])) as unknown as WarningRules
    const warnings = await selectWarnings(db, { scope, storeIds, ...period })
    const proposals = await proposeAll(db, rules, warnings, clock.now())
    return {
      proposals: proposals.map((one) => ({ ...one, rule: translate(`alarms.kind.${one.kind}`) })),
    }
  },
} satisfies Pick<Handlers, 'warningProposals'>
