import type { PlaceSetting } from '@coldkeep/contract/wire/setting'
import type { StoreId } from '@coldkeep/domain/ids'
import {
  nearestSetting,
  placeAbove,
  type SettingPlace,
  type SettingScope,
  type SettingsByScope,
  scopeKey,
  settingsByScope,
} from '@coldkeep/domain/organisation/setting-scope'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import type * as z from 'zod/mini'
import { rowChanged } from '../access/row-changed'
import type { SignedIn } from '../access/signed-in'
import { addAudit } from '../audit/add-audit'
import type { Db } from '../db/connect'
import type { ruleTable } from './rule-table-queries'
import { scopeKeyOf } from './scope-key'
import { type ChosenPlace, sourceOf } from './setting-place'
import { selectDepartmentNames, selectStorePlaces } from './setting-place-queries'

interface PutRuleContext {
  readonly user: SignedIn
  readonly now: EpochMs
  /** Of the rule that was read; left out: whichever is current. */
  readonly revision?: number | null | undefined
}

interface RuleKind<Rule extends object> {
  readonly table: ReturnType<typeof ruleTable<Rule>>
  /** What holds where no place has a rule. */
  readonly fallback: Rule
  /** In which shape calls answer with it. */
  readonly wire: z.ZodMiniType<PlaceSetting<Rule>>
  /** In the audit it is written and removed as this. */
  readonly kind: string
  /** Keeps what is chosen from now on, `null` where an own rule is gone. */
  readonly onChange?: (trx: Db, place: ChosenPlace, rule: Rule | null, at: EpochMs) => Promise<void>
}

/** Rules of one kind, each of the nearest place above a store that has one. */
export function placedRules<Rule extends object>({ table, fallback, wire, kind, onChange }: RuleKind<Rule>) {
  /** What holds in a place, and where it comes from. */
  async function settingOf(db: Db, place: ChosenPlace): Promise<PlaceSetting<Rule>> {
    const rules = settingsByScope(await table.select(db, place.storeId === null ? [] : [place.storeId]))
    const departments = await selectDepartmentNames(db, place.visible)
    const found = nearestSetting(rules, place)
    const above = nearestSetting(rules, placeAbove(place))
    const isOwn = found !== null && found !== above
    return {
      ...table.bare(found ?? fallback),
      departmentId: place.scope.kind === 'department' ? place.scope.departmentId : null,
      storeId: place.storeId,
      name: place.name,
      revision: isOwn ? found.revision : null,
      source: sourceOf(found?.scope ?? null, departments, place.name),
      inherited: {
        ...table.bare(above ?? fallback),
        source: sourceOf(above?.scope ?? null, departments, null),
      },
      changedBy: isOwn ? found.changedBy : null,
      changedAt: isOwn ? found.changedAt : null,
    }
  }

  async function note(
    db: Db,
    { user, now: at }: PutRuleContext,
    { storeId, name: subject }: ChosenPlace,
    act: 'write' | 'remove',
    { before, after }: { readonly before: Rule; readonly after: Rule },
  ): Promise<void> {
    const by = { accountId: user.accountId, name: user.name }
    const detail = { before: table.bare(before), after: table.bare(after) }
    await addAudit(db, { at, by, storeId, kind: `${kind}.${act}`, subject, detail, outcome: 'done' })
  }

  return {
    settingOf,
    fallback,

    /** What holds in a place. */
    async holding(db: Db, place: SettingPlace): Promise<Rule> {
      const rules = settingsByScope(await table.select(db, place.storeId === null ? [] : [place.storeId]))
      return table.bare(nearestSetting(rules, place) ?? fallback)
    },

    /** All rules, of all places. */
    async written(db: Db): Promise<SettingsByScope<Rule & { readonly scope: SettingScope }>> {
      return settingsByScope(await table.select(db, 'all'))
    },

    /**
     * Gives a place its own rule, and audits it.
     * @throws Problem `row.changed` with the current rule
     */
    async put(trx: Db, context: PutRuleContext, place: ChosenPlace, rule: Rule): Promise<PlaceSetting<Rule>> {
      const before = await settingOf(trx, place)
      const revision = context.revision === undefined ? before.revision : context.revision
      const changed = { changedAt: context.now, changedBy: context.user.name }
      if (!(await table.write(trx, { ...scopeKeyOf(place.scope), ...rule, revision, ...changed })))
        throw rowChanged(wire, await settingOf(trx, place))
      await onChange?.(trx, place, rule, context.now)
      await note(trx, context, place, 'write', { before, after: rule })
      return settingOf(trx, place)
    },

    /**
     * Removes the own rule of a place, and audits it.
     * @throws Problem `row.changed` with the current rule
     */
    async drop(trx: Db, context: PutRuleContext, place: ChosenPlace): Promise<PlaceSetting<Rule>> {
      const before = await settingOf(trx, place)
      const seen = context.revision ?? before.revision
      const isGone = seen !== null && (await table.remove(trx, scopeKeyOf(place.scope), seen))
      const after = await settingOf(trx, place)
      if (!isGone) throw rowChanged(wire, after)
      await onChange?.(trx, place, null, context.now)
      await note(trx, context, place, 'remove', { before, after })
      return after
    },

    /** Those of some stores in which a rule of a place would apply, whether it has one or not. */
    async reachedFrom<Place extends SettingPlace & { readonly storeId: StoreId }>(
      db: Db,
      { scope }: ChosenPlace,
      stores: readonly Place[],
    ): Promise<Place[]> {
      const key = scopeKey(scope)
      const written = await table.select(
        db,
        stores.map(({ storeId }) => storeId),
      )
      const rules = settingsByScope([...written, { scope }])
      return stores.filter((place) => {
        const nearest = nearestSetting(rules, place)
        return nearest !== null && scopeKey(nearest.scope) === key
      })
    },

    /** The rules that apply in these stores; one without a rule is left out. */
    async ofStores(db: Db, storeIds: readonly StoreId[]): Promise<ReadonlyMap<StoreId, Rule>> {
      const written = settingsByScope(await table.select(db, storeIds))
      if (written.size === 0) return new Map()
      const places = await selectStorePlaces(db, storeIds)
      return new Map(
        places.flatMap((place) => {
          const rule = nearestSetting(written, place)
          return rule === null ? [] : [[place.storeId, rule] as const]
        }),
      )
    },
  }
}
