import { type WarningKind, warningKinds } from '@coldkeep/domain/alarms/early-warning-rules'
import type { StoreId } from '@coldkeep/domain/ids'
import { type StoreColumn, storeColumns } from '@coldkeep/domain/organisation/store-cells'
import * as z from 'zod/mini'
import { defineCall } from '../call'
import { MOST_PORTS, portSettings } from '../mqtt/port-settings'
import { as } from '../wire/dialect'
import { wireId, wireIdOrAll, wireIdOrNone } from '../wire/id'
import { wireInstant } from '../wire/instant'
import { equipmentDraft } from './equipment'
import { targetDraft } from './notices'

const access = ['2-2-5'] as const
const path = '/api/v2/store/settings'

/** The fields of a store beside its department, as in the columns of a table of stores. */
export const storeTexts = storeColumns.filter((column) => column !== 'department')
export type StoreText = Exclude<StoreColumn, 'department'>

/** Of a store, out of which none is added in the steps. */
export const MOST_DEVICES = 500
/** Places for boxes that a store can have. */
export const MOST_TERMINALS = 50
const MOST_TARGETS = 200
const MAX_DRAFT_BYTES = 1024 * 1024

const text = z.string().check(z.maxLength(1_000))
const idText = z.string().check(z.regex(/^[1-9][0-9]{0,14}$/))
const newKey = 'n[1-9][0-9]{0,3}'
/** The id of what is there; `n1`, `n2` … of what is new. */
const terminalKey = z.string().check(z.regex(new RegExp(`^(TB-[0-9A-Z]{4,16}|${newKey})$`)))
const targetKey = z.string().check(z.regex(new RegExp(`^([1-9][0-9]{0,14}|${newKey})$`)))
const deviceKey = z.string().check(z.regex(new RegExp(`^([1-9][0-9]{0,14}|${newKey})$`)))
const day = z.string().check(z.regex(/^(\d{4}-\d{2}-\d{2})?$/))
const figure = z.nullable(z.number())

export function isNewKey(key: string): boolean {
  return key.startsWith('n')
}

/** Each key occurs once. */
function rowsOf<Shape extends z.ZodMiniObject<{ key: z.ZodMiniString }>>(shape: Shape, most: number) {
  const isEachOnce = (rows: readonly z.output<Shape>[]) =>
    new Set(rows.map(({ key }) => key)).size === rows.length
  return z.array(shape).check(z.maxLength(most), z.refine(isEachOnce))
}

const { terminalId: _, ...deviceFields } = equipmentDraft
const { departments: __, ...targetFields } = targetDraft.def.shape

const terminal = z.object({
  key: terminalKey,
  /** `null`: it runs a file of its own, and they are not known. */
  ports: z.nullable(z.array(portSettings).check(z.maxLength(MOST_PORTS))),
})

export const settingsTarget = z.object({
  key: targetKey,
  ...targetFields,
  /** It goes with Finish, with its escalation steps. */
  isRemoved: z._default(z.boolean(), false),
})

export const settingsDevice = z.object({
  key: deviceKey,
  ...deviceFields,
  /** Key of its terminal. */
  terminal: terminalKey,
  /** It goes out of use with Finish. */
  isRetired: z.boolean(),
  /**
   * Its temperature is promised in writing, from one day to another; empty where no days were entered yet.
   */
  isInsured: z.boolean(),
  insuredFrom: day,
  insuredUntil: day,
})

const loss = z.object({ isOwn: z.boolean(), periodMinutes: figure, thresholdMinutes: figure })

const warning = z.object({
  isOwn: z.boolean(),
  isEnabled: z.boolean(),
  x: figure,
  minutes: figure,
  intensity: figure,
  windowHours: figure,
})

/**
 * Everything that the steps ask of a store. In a draft texts may still be wrong and figures missing; what is `null` as a
 * whole is withheld from the caller, and left as it is.
 */
export const storeSettings = z.object({
  departmentId: as('department', z.nullable(idText)),
  /** Of a department that is made below it, for the store to belong to; empty: none. */
  newDepartment: z.string().check(z.maxLength(200)),
  store: z.object(
    Object.fromEntries(storeTexts.map((column) => [column, text])) as Record<StoreText, typeof text>,
  ),
  terminals: rowsOf(terminal, MOST_TERMINALS),
  /**
   * Of the department of the store and no other, and those that are added; targets that also cover other
   * departments are left as they are.
   */
  targets: z.nullable(rowsOf(settingsTarget, MOST_TARGETS)),
  devices: rowsOf(settingsDevice, MOST_DEVICES),
  /** When a silent terminal raises an alarm; without an own rule the figures are empty. */
  loss: z.nullable(loss),
  warnings: z.nullable(
    z.object(
      Object.fromEntries(warningKinds.map((kind) => [kind, warning])) as Record<WarningKind, typeof warning>,
    ),
  ),
})
export type StoreSettings = z.output<typeof storeSettings>
export type SettingsDevice = StoreSettings['devices'][number]
export type SettingsTerminal = StoreSettings['terminals'][number]
export type SettingsTarget = NonNullable<StoreSettings['targets']>[number]

/** Parts that take a right of their own to change. */
export const guardedParts = ['terminals', 'targets', 'devices', 'loss', 'warnings'] as const
export type GuardedPart = (typeof guardedParts)[number]

const draft = z.object({
  id: idText,
  /**
   * The settings when it was begun; both are `null` where it holds something that is withheld from the
   * caller.
   */
  base: z.nullable(storeSettings),
  content: z.nullable(storeSettings),
  revision: z.int(),
  savedAt: wireInstant,
  savedBy: z.string(),
})
export const wireStoreDraft = draft

export const getStoreSettings = defineCall({
  method: 'GET',
  path,
  access,
  summary: 'Everything that the steps cover of a store, as currently set, with its draft; or of a new store.',
  query: z.object({ storeId: as('storeid', wireIdOrAll<StoreId>()) }),
  answer: z.object({
    present: storeSettings,
    draft: z.nullable(draft),
    /** What the caller may change beside the store itself. */
    writable: z.array(z.enum(guardedParts)),
  }),
})

const limit = z.object({
  device: z.object({ id: idText, name: z.string() }),
  point: z.string(),
  unit: z.string(),
  low: z.number(),
  /** Minutes; 0 raises at once, −1: this side is off. */
  lowMinutes: z.int(),
  high: z.number(),
  highMinutes: z.int(),
  lostMinutes: z.int(),
  /** The script that brought it; empty where its terminal does not run that any more. */
  script: z.string(),
})
export type WireStoreLimit = z.output<typeof limit>

export const listStoreLimits = defineCall({
  method: 'GET',
  path: `${path}/limits`,
  access,
  summary: 'Alarm rules that scripts have brought to a store. They hold instead of the limits of the zones.',
  query: z.object({ storeId: as('storeid', wireId<StoreId>()) }),
  answer: z.object({ limits: z.array(limit) }),
})

export const saveStoreDraft = defineCall({
  method: 'POST',
  path: `${path}/draft`,
  access,
  summary:
    'Keeps what was entered of a store until it is finished. Refused and reported where someone else saved it in the meantime.',
  maxBodyBytes: MAX_DRAFT_BYTES,
  body: z.object({
    /** Empty: a new one. */
    storeId: as('store', wireIdOrNone<StoreId>()),
    base: storeSettings,
    content: storeSettings,
    /** That was read; `null`: there was none. */
    revision: z.nullable(z.int().check(z.gte(1))),
  }),
  answer: draft,
})

export const discardStoreDraft = defineCall({
  method: 'DELETE',
  path: `${path}/draft`,
  access,
  summary: 'Throws the draft of a store away, or that of a new store.',
  query: z.object({ storeId: as('storeid', wireIdOrAll<StoreId>()) }),
  answer: z.object({}),
})

export const finishStoreSettings = defineCall({
  method: 'POST',
  path: `${path}/finish`,
  access,
  summary:
    'Makes or changes a store as its draft says, all or nothing; or only reports what is wrong with it. Refused where the store has changed since the draft was begun.',
  body: z.object({
    draft: idText,
    revision: z.int().check(z.gte(1)),
    /** Reports what is wrong, and changes nothing. */
    isCheck: z._default(z.boolean(), false),
  }),
  answer: z.object({
    /** `null` where nothing was done. */
    storeId: as('store', z.nullable(idText)),
    /** It was finished before; its claim codes are not shown again. */
    isRepeated: z.boolean(),
    /** What is wrong, by part, key and field: `devices.n1.unit_id`. */
    faults: z.array(z.object({ path: z.string(), message: z.string() })),
    /** Of new terminals, this once. */
    codes: z.array(z.object({ terminal: z.string(), code: z.string(), expiresAt: wireInstant })),
  }),
})
