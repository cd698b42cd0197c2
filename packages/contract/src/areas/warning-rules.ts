import {
  type ScopedWarningRule,
  type WarningRuleFlaw,
  warningKinds,
} from '@coldkeep/domain/alarms/early-warning-rules'
import type { DepartmentId, StoreId } from '@coldkeep/domain/ids'
import type { SettingScope } from '@coldkeep/domain/organisation/setting-scope'
import * as z from 'zod/mini'
import { defineCall } from '../call'
import { as } from '../wire/dialect'
import { wireIdOrAll } from '../wire/id'
import { wireInstant } from '../wire/instant'
import { type SettingSource, wireRevision, wireSource } from '../wire/setting'

const settingScopes = ['default', 'department', 'store'] as const

const scopeId = z.nullable(z.int().check(z.gte(1)))

/** The line of the configuration file. */
const wireRuleFields = {
  scope: z.enum(settingScopes),
  /** Of the department or the store; `null` for the default. */
  scopeId,
  type: z.enum(warningKinds),
  enabled: z.boolean(),
  x: z.number(),
  y: z.int(),
  intensity: z.nullable(z.number()),
  windowH: z.int(),
}
const wireRule = z.object(wireRuleFields)
type WireRule = z.output<typeof wireRule>

/** A line of a configuration file; anything else in it is a mistake. */
export const wireFileRule = z.strictObject(wireRuleFields)

/** Which field of a line has the flaw. */
export const fieldOfFlaw = {
  x_range: 'x',
  minutes_range: 'y',
  intensity_range: 'intensity',
  window_range: 'windowH',
  repeated: 'type',
} as const satisfies Record<WarningRuleFlaw, keyof WireRule>

export function ruleOfWire(wire: WireRule): ScopedWarningRule | null {
  const scope = scopeOf(wire.scope, wire.scopeId)
  if (scope === null) return null
  return {
    scope,
    kind: wire.type,
    isEnabled: wire.enabled,
    x: wire.x,
    minutes: wire.y,
    intensity: wire.intensity,
    windowHours: wire.windowH,
  }
}

export function wireOfRule({
  scope,
  kind,
  isEnabled,
  x,
  minutes,
  intensity,
  windowHours,
}: ScopedWarningRule): WireRule {
  return {
    scope: scope.kind,
    scopeId: idOf(scope),
    type: kind,
    enabled: isEnabled,
    x,
    y: minutes,
    intensity,
    windowH: windowHours,
  }
}

function scopeOf(kind: SettingScope['kind'], id: number | null): SettingScope | null {
  if (kind === 'default') return id === null ? { kind } : null
  if (id === null) return null
  return kind === 'store' ? { kind, storeId: id as StoreId } : { kind, departmentId: id as DepartmentId }
}

function idOf(scope: SettingScope): number | null {
  if (scope.kind === 'default') return null
  return scope.kind === 'store' ? scope.storeId : scope.departmentId
}

/** A rule as it holds in a place. */
export interface WarningSetting extends ScopedWarningRule {
  /** Of the department or the store; `null` for the default. */
  readonly name: string | null
  /** Of an own rule; `null` where it is inherited. */
  readonly revision: number | null
  readonly source: SettingSource
  readonly changedBy: string | null
  readonly changedAt: number | null
}

export const warningSetting = z.codec(
  z.object({
    ...wireRuleFields,
    name: z.nullable(z.string()),
    revision: z.nullable(z.int()),
    source: wireSource,
    changedBy: z.nullable(z.string()),
    changedAt: z.nullable(wireInstant),
  }),
  z.custom<WarningSetting>(),
  {
    decode: ({ name, revision, source, changedBy, changedAt, ...rule }) => ({
      ...(ruleOfWire(rule) as ScopedWarningRule),
      name,
      revision,
      source,
      changedBy,
      changedAt,
    }),
    encode: ({ name, revision, source, changedBy, changedAt, ...rule }) => ({
      ...wireOfRule(rule),
      name,
      revision,
      source,
      changedBy,
      changedAt,
    }),
  },
)

const place = {
  departmentId: as('depart', wireIdOrAll<DepartmentId>()),
  storeId: as('storeid', wireIdOrAll<StoreId>()),
}

export const listWarningRules = defineCall({
  method: 'GET',
  path: '/api/v2/util/pre-alarm/cfg',
  access: ['2-2-3'],
  summary:
    'The three rules of early warnings that hold in a store, a department or by default, and own rules below it.',
  query: z.object(place),
  answer: z.object({
    /** The three that hold in the place: the store, the department, or everyone. */
    rules: z.array(warningSetting),
    /** Own rules below the place; the first thousand. */
    below: z.array(warningSetting),
    total: z.int(),
  }),
})

export type WarningRuleWrite = ScopedWarningRule & { readonly revision: number | null | undefined }

export const saveWarningRule = defineCall({
  method: 'POST',
  path: '/api/v2/util/pre-alarm/cfg',
  access: ['2-2-3'],
  summary: 'Gives a place, or everyone, its own rule of one kind.',
  body: z.codec(
    z
      .object({ ...wireRuleFields, revision: wireRevision })
      .check(z.refine(({ scope, scopeId }) => scopeOf(scope, scopeId) !== null, { path: ['scope_id'] })),
    z.custom<WarningRuleWrite>(),
    {
      decode: ({ revision, ...rule }) => ({ ...(ruleOfWire(rule) as ScopedWarningRule), revision }),
      encode: ({ revision, ...rule }) => ({ ...wireOfRule(rule), revision }),
    },
  ),
  answer: warningSetting,
})

export const removeWarningRule = defineCall({
  method: 'DELETE',
  path: '/api/v2/util/pre-alarm/cfg',
  access: ['2-2-3'],
  summary: 'Takes an own rule away, so that the place inherits.',
  query: z.object({
    scope: z.enum(settingScopes),
    scopeId: wireIdOrAll<DepartmentId | StoreId>(),
    type: z.enum(warningKinds),
    revision: z.codec(z.string().check(z.regex(/^[0-9]{1,15}$/)), z.int(), {
      decode: Number,
      encode: String,
    }),
  }),
  answer: z.object({}),
})

export const exportWarningRulesCsv = defineCall({
  method: 'GET',
  path: '/api/v2/util/pre-alarm/cfg/csv',
  access: ['2-2-3'],
  cost: 'heavy',
  summary: 'The rules of early warnings of everything below the caller, as comma-separated text.',
  answer: z.object({ csv: z.string() }),
})

export const exportWarningRules = defineCall({
  method: 'GET',
  path: '/api/v2/util/pre-alarm/cfg/json',
  access: ['2-2-3'],
  summary: 'The same rules as a configuration file that can be imported.',
  answer: z.object({ version: z.literal(1), rules: z.array(wireRule) }),
})

const ruleValues = z.object({
  enabled: z.boolean(),
  x: z.number(),
  y: z.int(),
  intensity: z.nullable(z.number()),
  windowH: z.int(),
})

/** Of a configuration file. */
export const MOST_IMPORTED_BYTES = 10 * 1024 * 1024

export const importWarningRules = defineCall({
  method: 'POST',
  path: '/api/v2/util/pre-alarm/cfg/csv',
  access: ['2-2-3'],
  cost: 'heavy',
  summary: 'Takes a configuration file as a whole, or only tells what it would change.',
  // thirty thousand rules, set out for reading
  maxBodyBytes: MOST_IMPORTED_BYTES,
  body: z.object({
    /** The content of the file. */
    data: z.unknown(),
    /** Reports what would change, and changes nothing. */
    isCheck: z._default(z.boolean(), false),
    /** The state that the check returned; the import is refused where the rules have changed since. */
    state: z.optional(z.string().check(z.maxLength(64))),
  }),
  answer: z.object({
    /** Rows that would change, or did. */
    changes: z.array(
      z.object({
        /** In the file, counted from 1. */
        row: z.int(),
        scope: z.enum(settingScopes),
        name: z.nullable(z.string()),
        type: z.enum(warningKinds),
        /** The department's own rule so far; `null` where there is none. */
        before: z.nullable(ruleValues),
        after: ruleValues,
      }),
    ),
    /** Of the changes; the first two hundred are listed. */
    total: z.int(),
    /** Rows that say what holds already. */
    unchanged: z.int(),
    /** Everything that is wrong with the file; nothing of it is imported then. */
    faults: z.array(
      z.object({
        /** `null` where it is the file as a whole. */
        row: z.nullable(z.int()),
        field: z.string(),
        message: z.string(),
      }),
    ),
    state: z.string(),
  }),
})
