import type { WarningSetting } from '@coldkeep/contract/areas/warning-rules'
import { Problem } from '@coldkeep/contract/problem'
import {
  DEFAULT_WARNING_RULES,
  type ScopedWarningRule,
  warningKinds,
} from '@coldkeep/domain/alarms/early-warning-rules'
import type { StoreId } from '@coldkeep/domain/ids'
import {
  nearestSetting,
  type SettingPlace,
  type SettingScope,
  scopeKey,
  settingsByScope,
} from '@coldkeep/domain/organisation/setting-scope'
import { type Scope, scopeOf } from '../access/scope'
import type { SignedIn } from '../access/signed-in'
import type { Db } from '../db/connect'
import { selectChosenPlace, sourceOf } from './setting-place'
import { selectDepartmentNames, selectParentId } from './setting-place-queries'
import { selectWarningRules } from './warning-rule-queries'

/** Where rules are read or written; "everyone" is a place too. */
export interface WarningPlace extends SettingPlace {
  readonly scope: SettingScope
  readonly name: string | null
  /** What the caller may see. */
  readonly visible: Scope
}

/** True for an account that may decide for the whole company, and so for everyone. */
export async function isOfCompany(db: Db, user: SignedIn): Promise<boolean> {
  return (await selectParentId(db, user.departmentId)) === null
}

/** @throws Problem where the place is not the caller's; the default is the company's only */
export async function selectWarningPlace(db: Db, user: SignedIn, scope: SettingScope): Promise<WarningPlace> {
  if (scope.kind !== 'default') {
    const departmentId = scope.kind === 'department' ? scope.departmentId : null
    const storeId = scope.kind === 'store' ? scope.storeId : null
    return selectChosenPlace(db, user, { departmentId, storeId })
  }
  if (!(await isOfCompany(db, user))) throw new Problem('warning_rule.default_foreign')
  return { scope, storeId: null, departmentIds: [], name: null, visible: scopeOf(user) }
}

/** The three rules that hold in a place. */
export async function selectWarningSettings(db: Db, place: WarningPlace): Promise<WarningSetting[]> {
  const storeIds: StoreId[] = place.storeId === null ? [] : [place.storeId]
  const written = await selectWarningRules(db, storeIds)
  const departments = await selectDepartmentNames(db, place.visible)
  return warningKinds.map((kind): WarningSetting => {
    const found = nearestSetting(settingsByScope(written.filter((rule) => rule.kind === kind)), place)
    const isOwn = found !== null && scopeKey(found.scope) === scopeKey(place.scope)
    return {
      ...(found ?? DEFAULT_WARNING_RULES[kind]),
      ...{ scope: place.scope, kind, name: place.name },
      source: sourceOf(found?.scope ?? null, departments, place.name),
      revision: isOwn ? found.revision : null,
      changedBy: isOwn ? found.changedBy : null,
      changedAt: isOwn ? found.changedAt : null,
    }
  })
}

/** The rule alone. */
export function bareRule({ scope, kind, isEnabled, x, minutes, intensity, windowHours }: ScopedWarningRule) {
  return { scope, kind, isEnabled, x, minutes, intensity, windowHours }
}
