import { fieldOfFlaw, type WarningSetting, wireOfRule } from '@coldkeep/contract/areas/warning-rules'
import { Problem } from '@coldkeep/contract/problem'
import { checkWarningRules } from '@coldkeep/domain/alarms/early-warning-rules'
import type { DepartmentId, StoreId } from '@coldkeep/domain/ids'
import { scopeOf, selectScope } from '../../access/scope'
import type { SignedIn } from '../../access/signed-in'
import type { Handlers } from '../../calls/bind-call'
import type { Db } from '../../db/connect'
import { importRules, lookAtImport } from '../import-warning-rules'
import { dropWarningRule, putWarningRule } from '../put-warning-rule'
import { type PlaceChoice, selectChosenPlace } from '../setting-place'
import {
  bareRule,
  isOfCompany,
  selectWarningPlace,
  selectWarningSettings,
  type WarningPlace,
} from '../warning-place'
import { type NamedWarningRule, selectRulesBelow } from '../warning-rule-queries'
import { presentWarningRules } from '../words/warning-rule-rows'

type WarningCall =
  | 'listWarningRules'
  | 'saveWarningRule'
  | 'removeWarningRule'
  | 'exportWarningRulesCsv'
  | 'exportWarningRules'
  | 'importWarningRules'

const LISTED_AT_MOST = 1_000

export const warningRuleHandlers = {
  listWarningRules: async ({ db, user, query }) => {
    const place = await placeOf(db, user, { departmentId: query.departmentId, storeId: query.storeId })
    const rules = await selectWarningSettings(db, place)
    if (place.storeId !== null) return { rules, below: [], total: 0 }
    const department = place.departmentIds.at(-1) ?? null
    const scope = department === null ? place.visible : await selectScope(db, user, department)
    const below = await selectRulesBelow(db, scope, department, LISTED_AT_MOST)
    return { rules, below: below.rules.map(ownSetting), total: below.total }
  },

  saveWarningRule: async ({ db, user, body, clock }) => {
    const checked = checkWarningRules([body])
    if (!checked.ok) {
      const fields = checked.problem.map(({ flaw }) => [fieldOfFlaw[flaw], 'range'] as const)
      throw new Problem('request.malformed', {}, Object.fromEntries(fields))
    }
    const place = await selectWarningPlace(db, user, body.scope)
    const writing = { user, now: clock.now(), revision: body.revision }
    return db.transaction().execute((trx) => putWarningRule(trx, writing, place, body))
  },

  removeWarningRule: async ({ db, user, query, clock }) => {
    const { type: kind, revision } = query
    const place = await selectWarningPlace(db, user, scopeOfQuery(query))
    const writing = { user, now: clock.now(), revision }
    await db.transaction().execute((trx) => dropWarningRule(trx, writing, place, kind))
    return {}
  },

  exportWarningRulesCsv: async ({ db, user }) => ({ csv: presentWarningRules(await ownRules(db, user)) }),

  exportWarningRules: async ({ db, user }) => ({
    version: 1 as const,
    rules: (await ownRules(db, user)).map(wireOfRule),
  }),

  importWarningRules: async ({ db, user, body, clock, translate }) =>
    body.isCheck
      ? lookAtImport(db, user, body.data, translate)
      : importRules(db, user, body, clock.now(), translate),
} satisfies Pick<Handlers, WarningCall>

/** Where nothing is chosen: what holds by default for the company, else the caller's own department. */
async function placeOf(db: Db, user: SignedIn, choice: PlaceChoice): Promise<WarningPlace> {
  if (choice.departmentId !== null || choice.storeId !== null) return selectChosenPlace(db, user, choice)
  return (await isOfCompany(db, user))
    ? selectWarningPlace(db, user, { kind: 'default' })
    : selectChosenPlace(db, user, { departmentId: user.departmentId, storeId: null })
}

/** What a file of the caller's rules holds: the default of the company, and every own rule below. */
async function ownRules(db: Db, user: SignedIn) {
  const { rules } = await selectRulesBelow(db, scopeOf(user), null, null)
  if (!(await isOfCompany(db, user))) return rules
  const place = await selectWarningPlace(db, user, { kind: 'default' })
  return [...(await selectWarningSettings(db, place)), ...rules]
}

function ownSetting({ name, revision, changedBy, changedAt, ...rule }: NamedWarningRule): WarningSetting {
  const source = { scope: rule.scope.kind, name }
  return { ...bareRule(rule), name, revision, source, changedBy, changedAt }
}

function scopeOfQuery(query: {
  readonly scope: 'default' | 'department' | 'store'
  readonly scopeId: DepartmentId | StoreId | null
}) {
  if (query.scope === 'default') return { kind: 'default' } as const
  if (query.scopeId === null) throw new Problem('place.missing')
  return query.scope === 'store'
    ? ({ kind: 'store', storeId: query.scopeId as StoreId } as const)
    : ({ kind: 'department', departmentId: query.scopeId as DepartmentId } as const)
}
