import { checkLossRule, type LossRule } from '@coldkeep/domain/alarms/connection-loss'
import {
  checkWarningRules,
  DEFAULT_WARNING_RULES,
  type WarningKind,
  type WarningRule,
} from '@coldkeep/domain/alarms/early-warning-rules'
import type { SettingScope } from '@coldkeep/domain/organisation/setting-scope'
import { days, epochMs, later } from '@coldkeep/domain/time/instant'
import type { Db } from '@coldkeep/server/db/connect'
import { lossRuleTable } from '@coldkeep/server/settings/loss-rules'
import { scopeKeyOf } from '@coldkeep/server/settings/scope-key'
import { writeWarningRule } from '@coldkeep/server/settings/warning-rule-queries'
import type { Fleet } from '@coldkeep/simulator/fleet/fleet'
import type { Planting } from './plant-fleet'
import { demo } from './settings'

/** Where in the fleet someone set something of their own; what is not named here keeps the defaults. */
interface OwnRules {
  readonly scope: SettingScope
  readonly loss?: LossRule
  readonly warnings?: Partial<Record<WarningKind, Partial<WarningRule>>>
}

/** Rules of their own of a country, a region and two stores, as people would set them. */
export function plantSettingRules(db: Db, fleet: Fleet, planting: Planting): Promise<void> {
  return db.transaction().execute(async (trx) => {
    // older than the whole past, in which they hold
    const changedAt = later(epochMs(fleet.madeAtMs), -days(demo.historyDays + 5))
    const { name: changedBy } = await trx
      .selectFrom('account')
      .select('name')
      .where('login', '=', 'admin')
      .executeTakeFirstOrThrow()
    const written = { revision: null, changedAt, changedBy }
    for (const { scope, loss, warnings = {} } of ownRules(fleet, planting)) {
      if (loss !== undefined) {
        if (!checkLossRule(loss).ok) throw new Error('the demo sets a threshold that is refused')
        await lossRuleTable.write(trx, { ...scopeKeyOf(scope), ...loss, ...written })
      }
      for (const [kind, change] of Object.entries(warnings) as [WarningKind, Partial<WarningRule>][]) {
        const rule = { scope, kind, ...DEFAULT_WARNING_RULES[kind], ...change }
        if (!checkWarningRules([rule]).ok) throw new Error('the demo sets a rule that is refused')
        await writeWarningRule(trx, { ...rule, ...written })
      }
    }
  })
}

function ownRules(fleet: Fleet, { departments, planted }: Planting): readonly OwnRules[] {
  const departmentAt = (index: number): SettingScope => {
    const departmentId = departments[index]?.id
    if (departmentId === undefined) throw new Error(`the demo has no department ${index}`)
    return { kind: 'department', departmentId }
  }
  const storeAt = (index: number): SettingScope => {
    const storeId = planted.stores[index]?.storeId
    if (storeId === undefined) throw new Error(`the demo has no store ${index}`)
    return { kind: 'store', storeId }
  }
  const countryOf = (country: string) => levelsAbove(fleet, country)[1] ?? 0
  const regionOf = (country: string) => levelsAbove(fleet, country)[2] ?? 0
  const last = fleet.stores.length - 1
  return [
    // Japan wants to know of freezers sooner, and has lines that come back by themselves
    {
      scope: departmentAt(countryOf('JP')),
      loss: { lossPeriodMinutes: 90, lossThresholdMinutes: 45 },
      warnings: { threshold: { x: 75, minutes: 90 } },
    },
    // a region of Taiwan with old cabinets, whose scores fall further without need
    { scope: departmentAt(regionOf('TW')), warnings: { falling: { x: 12 } } },
    // a store that wants to be called quickly
    { scope: storeAt(0), loss: { lossPeriodMinutes: 30, lossThresholdMinutes: 15 } },
    // a store that is rebuilt: its scores go up and down every day
    { scope: storeAt(last), warnings: { oscillation: { isEnabled: false } } },
  ]
}

/** Positions of the departments above the first store of a country, from the company down. */
function levelsAbove(fleet: Fleet, country: string): readonly number[] {
  const first = fleet.stores.find((store) => store.country === country)
  const levels: number[] = []
  let index: number | null = first?.departmentIndex ?? null
  while (index !== null) {
    levels.unshift(index)
    index = fleet.departments[index]?.parentIndex ?? null
  }
  return levels
}
