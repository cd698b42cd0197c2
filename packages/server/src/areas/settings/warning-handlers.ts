import {
  fieldOfFlaw,
  type WarningSetting,
  warningSetting,
  wireOfRule,
} from '@coldkeep/contract/areas/warning-rules'
import { Problem } from '@coldkeep/contract/problem'
import { checkWarningRules } from '@coldkeep/domain/alarms/early-warning-rules'
import type { DepartmentId, StoreId } from '@coldkeep/domain/ids'
import { addAudit } from '../../audit/add-audit'
import type { Db } from '../../db/connect'
import type { Handlers } from '../../http/bind-call'
import type { SignedIn } from '../../http/context'
import { rowChanged } from '../../http/row-changed'
import { selectScope } from '../../http/scope'
import { presentWarningRules } from '../../present/warning-rules'
import { deleteWarningRule, writeWarningRule } from '../../settings/warning-rules'
import { importRules, lookAtImport } from './import-warning-rules'
import { type PlaceChoice, selectChosenPlace } from './setting-place'
import {
  bareRule,
  isOfCompany,
  selectWarningPlace,
  selectWarningSettings,
  type WarningPlace,
} from './warning-place'
import { type NamedWarningRule, selectRulesBelow } from './warning-queries'

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
    const place = await placeOf(db, user, { departmentId: query.depart, storeId: query.storeid })
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
    const now = clock.now()
    return db.transaction().execute(async (trx) => {
      const before = await settingOf(trx, place, body)
      const revision = body.revision === undefined ? before.revision : body.revision
      const write = { ...bareRule(body), revision, changedAt: now, changedBy: user.name }
      const isWritten = await writeWarningRule(trx, write)
      const after = await settingOf(trx, place, body)
      if (!isWritten) throw rowChanged(warningSetting, after)
      await addAudit(trx, {
        ...auditOf(user, place, { before: wireOfRule(before), after: wireOfRule(after) }),
        at: now,
        kind: 'warning_rule.write',
      })
      return after
    })
  },

  removeWarningRule: async ({ db, user, query, clock }) => {
    const { type: kind, revision } = query
    const place = await selectWarningPlace(db, user, scopeOfQuery(query))
    await db.transaction().execute(async (trx) => {
      const before = await settingOf(trx, place, { kind })
      const isGone = await deleteWarningRule(trx, place.scope, kind, revision)
      const after = await settingOf(trx, place, { kind })
      if (!isGone) throw rowChanged(warningSetting, after)
      await addAudit(trx, {
        ...auditOf(user, place, { before: wireOfRule(before), after: wireOfRule(after) }),
        at: clock.now(),
        kind: 'warning_rule.remove',
      })
    })
    return {}
  },

  exportWarningRulesCsv: async ({ db, user }) => ({ csv: presentWarningRules(await ownRules(db, user)) }),

  exportWarningRules: async ({ db, user }) => ({
    version: 1 as const,
    rules: (await ownRules(db, user)).map(wireOfRule),
  }),

  importWarningRules: async ({ db, user, body, clock, translate }) =>
    body.is_check
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
  const { rules } = await selectRulesBelow(db, await selectScope(db, user), null, null)
  if (!(await isOfCompany(db, user))) return rules
  const place = await selectWarningPlace(db, user, { kind: 'default' })
  return [...(await selectWarningSettings(db, place)), ...rules]
}

async function settingOf(
  db: Db,
  place: WarningPlace,
  { kind }: Pick<WarningSetting, 'kind'>,
): Promise<WarningSetting> {
  const found = (await selectWarningSettings(db, place)).find((rule) => rule.kind === kind)
  if (found === undefined) throw new Error(`no rule of the kind ${kind}`)
  return found
}

function ownSetting({ name, revision, changedBy, changedAt, ...rule }: NamedWarningRule): WarningSetting {
  const source = { scope: rule.scope.kind, name }
  return { ...bareRule(rule), name, revision, source, changedBy, changedAt }
}

function scopeOfQuery(query: {
  readonly scope: 'default' | 'department' | 'store'
  readonly scope_id: DepartmentId | StoreId | null
}) {
  if (query.scope === 'default') return { kind: 'default' } as const
  if (query.scope_id === null) throw new Problem('place.missing')
  return query.scope === 'store'
    ? ({ kind: 'store', storeId: query.scope_id as StoreId } as const)
    : ({ kind: 'department', departmentId: query.scope_id as DepartmentId } as const)
}

function auditOf(user: SignedIn, { storeId, name }: WarningPlace, detail: Readonly<Record<string, unknown>>) {
  const by = { accountId: user.accountId, name: user.name }
  return { by, storeId, subject: name ?? 'default', detail, outcome: 'done' as const }
}
