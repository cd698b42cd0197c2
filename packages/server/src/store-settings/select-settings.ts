import {
  MOST_TERMINALS,
  type SettingsDevice,
  type SettingsTerminal,
  type StoreSettings,
} from '@coldkeep/contract/areas/store-settings'
import { warningKinds } from '@coldkeep/domain/alarms/early-warning-rules'
import type { StoreId } from '@coldkeep/domain/ids'
import { demandIntervals } from '@coldkeep/domain/organisation/check-device'
import { noFigures, type StoreFigures, storeCells } from '@coldkeep/domain/organisation/store-cells'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import { localDateOf } from '@coldkeep/domain/time/store-calendar'
import { scopeOf, selectStoreInScope } from '../access/scope'
import type { SignedIn } from '../access/signed-in'
import { type CurrentCover, selectCurrentCovers } from '../analysis/cover-queries'
import { runsOwnFile, selectDesiredDocuments } from '../bundles/bundle-queries'
import type { Db } from '../db/connect'
import { fieldsOf } from '../equipment/device-fields'
import { type EquipmentRow, selectEquipment } from '../equipment/list-queries'
import { selectDepartmentTree } from '../organisation/organisation-queries'
import { figuresOf, placesOf } from '../organisation/plan-stores'
import { selectStoresByCode, selectVendorIds } from '../organisation/store-queries'
import { lossRuleTable } from '../settings/loss-rules'
import { selectWarningRules } from '../settings/warning-rule-queries'
import { selectTerminals } from '../terminals/terminal-queries'
import { mayRead } from './rights'
import { selectOwnTargets } from './select-targets'

const MOST = 500

const noWarning = {
  isOwn: false,
  isEnabled: true,
  x: null,
  minutes: null,
  intensity: null,
  windowHours: null,
}
const noLoss = { isOwn: false, periodMinutes: null, thresholdMinutes: null }

/** What the steps of a new store begin with. */
export function blankSettings(user: SignedIn): StoreSettings {
  return {
    departmentId: null,
    newDepartment: '',
    store: textsOf(noFigures),
    terminals: [],
    targets: mayRead(user, 'targets') ? [] : null,
    devices: [],
    loss: mayRead(user, 'loss') ? noLoss : null,
    warnings: mayRead(user, 'warnings')
      ? { threshold: noWarning, falling: noWarning, oscillation: noWarning }
      : null,
  }
}

/**
 * The current settings of a store, as far as the caller may see them.
 * @throws Problem `store.unknown`
 */
export async function selectSettings(
  db: Db,
  user: SignedIn,
  storeId: StoreId,
  now: EpochMs,
): Promise<StoreSettings> {
  const scope = scopeOf(user)
  const { code, zone } = await selectStoreInScope(db, scope, storeId)
  const [store] = await selectStoresByCode(db, [code])
  if (store === undefined) throw new Error(`no store ${code}`)
  const places = placesOf(await selectDepartmentTree(db, user.departmentId))
  const vendors = new Map([...(await selectVendorIds(db))].map(([name, id]) => [id, name]))
  const ofStore = { scope, storeId, text: '', state: null, firmware: null }
  const every = { offset: 0, limit: MOST }
  const devices = await selectEquipment(
    db,
    { ...ofStore, type: null, zone: null, withRetired: false },
    'name',
    every,
    now,
  )
  const covers = await selectCurrentCovers(db, storeId, localDateOf(zone, now))
  const blank = blankSettings(user)
  return {
    ...blank,
    departmentId: String(store.departmentId),
    store: textsOf(figuresOf(store, places, vendors)),
    terminals: await terminalsOf(db, await selectTerminals(db, ofStore, { ...every, limit: MOST_TERMINALS })),
    devices: devices.map((row) => deviceOf(row, covers)),
    targets: blank.targets && (await selectOwnTargets(db, scope, store.departmentId)),
    loss: blank.loss && (await lossOf(db, storeId)),
    warnings: blank.warnings && (await warningsOf(db, storeId)),
  }
}

function textsOf(figures: StoreFigures): StoreSettings['store'] {
  const { department: _, ...texts } = storeCells(figures)
  return texts
}

async function terminalsOf(
  db: Db,
  rows: Awaited<ReturnType<typeof selectTerminals>>,
): Promise<SettingsTerminal[]> {
  const documents = await selectDesiredDocuments(
    db,
    rows.map(({ terminalId }) => terminalId),
  )
  const terminals: SettingsTerminal[] = []
  for (const { storeId, terminalId } of rows) {
    const known = documents.get(terminalId)?.ports
    const isUnknown = known === undefined && (await runsOwnFile(db, storeId, terminalId))
    terminals.push({ key: terminalId, ports: isUnknown ? null : [...(known ?? [])] })
  }
  return terminals
}

function deviceOf(row: EquipmentRow, covers: readonly CurrentCover[]): SettingsDevice {
  const cover = covers.find(({ deviceId }) => deviceId === row.deviceId)
  const { terminalId: terminal, ...fields } = fieldsOf(row)
  return {
    key: String(row.deviceId),
    ...fields,
    terminal,
    demandIntervalMinutes: demandIntervals.find((one) => one === row.demandIntervalMinutes) ?? null,
    isRetired: false,
    isInsured: cover !== undefined,
    insuredFrom: cover?.firstOn ?? '',
    insuredUntil: cover?.lastOn ?? '',
  }
}

async function lossOf(db: Db, storeId: StoreId): Promise<NonNullable<StoreSettings['loss']>> {
  const own = (await lossRuleTable.select(db, [storeId])).find(({ scope }) => scope.kind === 'store')
  if (own === undefined) return noLoss
  return { isOwn: true, periodMinutes: own.lossPeriodMinutes, thresholdMinutes: own.lossThresholdMinutes }
}

async function warningsOf(db: Db, storeId: StoreId): Promise<NonNullable<StoreSettings['warnings']>> {
  const rules = (await selectWarningRules(db, [storeId])).filter(({ scope }) => scope.kind === 'store')
  const warnings = warningKinds.map((kind) => {
    const own = rules.find((rule) => rule.kind === kind)
    if (own === undefined) return [kind, noWarning] as const
    const { isEnabled, x, minutes, intensity, windowHours } = own
    return [kind, { isOwn: true, isEnabled, x, minutes, intensity, windowHours }] as const
  })
  return Object.fromEntries(warnings) as NonNullable<StoreSettings['warnings']>
}
