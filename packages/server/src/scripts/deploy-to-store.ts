import type { ScriptSettings } from '@coldkeep/contract/mqtt/terminal-settings'
import type { PointId, StoreId, TerminalId } from '@coldkeep/domain/ids'
import { carryOn } from '@coldkeep/domain/polling/carry-on'
import {
  type PlacedCommand,
  type PlacementNote,
  placeScript,
  settingsOf,
} from '@coldkeep/domain/polling/place-script'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import type { Actor } from '../audit/add-audit'
import type { DesiredDocument } from '../bundles/bundle-queries'
import { renewBundleScript, selectBundleScripts } from '../bundles/bundle-script-queries'
import { selectLinksOf } from '../bundles/bundle-scripts'
import { selectOwnPoints } from '../bundles/point-list-queries'
import { putBundleWithin } from '../bundles/put-bundle'
import { canonicalJson } from '../db/canonical-json'
import type { Trx } from '../db/connect'
import { TargetRefused } from '../jobs/job-kind'
import { withdrawWritesOver } from '../writes/withdraw-writes'
import { enterDevices, pointIdsOf } from './enter-devices'
import type { EnteredDevice } from './entered-device'
import type { ScriptSource } from './script-source'
import { lockTerminalsAt, selectEquipment } from './store-equipment-queries'
import { type PointRule, writeLimits } from './write-limits'

/** What became of a script at one terminal of a store. */
interface TerminalOutcome {
  readonly terminalId: TerminalId
  /** Of its new configuration; `null`: it had the script as it is. */
  readonly revision: number | null
}

export interface DeployedStore {
  readonly outcomes: readonly TerminalOutcome[]
  readonly notes: readonly PlacementNote[]
}

export interface Deploying {
  /** `null`: the script is taken away. */
  readonly source: ScriptSource | null
  readonly script: Pick<ScriptSource, 'id' | 'name'>
  readonly addsDevices: boolean
  readonly enteredDevices: readonly EnteredDevice[]
  readonly by: Actor
  readonly now: EpochMs
}

/**
 * Puts a script into the configurations of the terminals of a store that have its devices, and takes it out of those
 * that do not have them any more. Its other scripts stay.
 * @throws TargetRefused with all that is in the way
 */
export async function deployToStore(
  trx: Trx,
  storeId: StoreId,
  deploying: Deploying,
): Promise<DeployedStore> {
  // what is compiled must not change until it is written
  await lockTerminalsAt(trx, storeId)
  const { terminals, commandsOf, notes } = await placedCommands(trx, storeId, deploying)
  const outcomes: TerminalOutcome[] = []
  for (const [terminalId, document] of terminals) {
    const commands = commandsOf.get(terminalId) ?? []
    const outcome = await deployToTerminal(trx, { storeId, terminalId, document, commands }, deploying)
    if (outcome !== null) outcomes.push(outcome)
  }
  return { outcomes, notes }
}

async function placedCommands(
  trx: Trx,
  storeId: StoreId,
  { source, addsDevices, enteredDevices, now }: Deploying,
) {
  const equipment = await equipmentOf(trx, storeId)
  if (source === null) return { terminals: equipment.terminals, commandsOf: new Map(), notes: [] }
  const first = placeScript(source, equipment, { addsDevices })
  if (first.faults.length > 0) throw new TargetRefused(first.faults)
  await enterDevices(trx, storeId, first.missing, { entered: enteredDevices, now })
  const { placements } =
    first.missing.length === 0
      ? first
      : placeScript(source, await equipmentOf(trx, storeId), { addsDevices: false })
  return {
    terminals: equipment.terminals,
    notes: first.notes,
    commandsOf: new Map(placements.map(({ terminalId, commands }) => [terminalId, commands])),
  }
}

async function equipmentOf(trx: Trx, storeId: StoreId) {
  const equipment = (await selectEquipment(trx, [storeId])).get(storeId)
  if (equipment === undefined) throw new TargetRefused([{ path: '', code: 'store_gone', value: '' }])
  return equipment
}

interface TerminalPlace {
  readonly storeId: StoreId
  readonly terminalId: TerminalId
  readonly document: DesiredDocument | null
  readonly commands: readonly PlacedCommand[]
}

async function deployToTerminal(
  trx: Trx,
  { storeId, terminalId, document, commands }: TerminalPlace,
  { source, script, by, now }: Deploying,
): Promise<TerminalOutcome | null> {
  const target = { storeId, terminalId }
  const known = document === null ? [] : await selectBundleScripts(trx, target, document.revision)
  const nameBefore = known.find(({ pollScriptId }) => pollScriptId === script.id)?.name ?? script.name
  const scripts = document?.scripts ?? []
  const before = scripts.find(({ name }) => name === nameBefore) ?? null
  if (before === null && commands.length === 0) return null
  const { settings, rules } =
    source === null || commands.length === 0
      ? { settings: null, rules: [] }
      : await settingsAt(trx, storeId, source, commands)
  const kept = new Set(rules.map(({ pointId }) => pointId))
  const dropped = pointsOf(before).filter((pointId) => !kept.has(pointId))
  await writeLimits(trx, storeId, rules, dropped)
  const linked = source && {
    pollScriptId: source.id,
    name: source.name,
    fingerprint: source.fingerprint,
  }
  if (settings !== null && document !== null && canonicalJson(settings) === canonicalJson(before)) {
    if (linked !== null) await renewBundleScript(trx, target, document.revision, linked)
    return { terminalId, revision: null }
  }
  // what went out of use is not in the way of the others
  const others = carryOn(
    scripts.filter((one) => one !== before),
    await selectOwnPoints(trx, storeId, terminalId),
  )
  const links = await selectLinksOf(trx, target, document, others)
  const put = await putBundleWithin(
    trx,
    target,
    {
      ports: document?.ports ?? [],
      scripts: settings === null ? others.scripts : [...others.scripts, settings],
    },
    {
      by,
      now,
      scripts: settings === null || linked === null ? links : [...links, linked],
      portsMoved: withdrawWritesOver,
    },
  )
  if (!put.ok) throw new TargetRefused(put.problem)
  return { terminalId, revision: put.value }
}

async function settingsAt(
  trx: Trx,
  storeId: StoreId,
  { name, periodSeconds }: ScriptSource,
  placed: readonly PlacedCommand[],
): Promise<{ readonly settings: ScriptSettings; readonly rules: readonly PointRule[] }> {
  const rules: PointRule[] = []
  const commands: ScriptSettings['commands'] = []
  for (const command of placed) {
    const { deviceId, nodes, source } = command
    if (deviceId === null) throw new Error(`no device for unit ${source.unitId}`)
    const pointIds = await pointIdsOf(trx, storeId, deviceId, command)
    const idOf = new Map(nodes.map((node, index) => [node, pointIds[index] as PointId]))
    commands.push(settingsOf(command, (node) => idOf.get(node) as PointId))
    for (const [index, { node }] of nodes.entries()) {
      const rule = source.limits.find(({ pointName }) => pointName === node.name) ?? null
      rules.push({ pointId: pointIds[index] as PointId, deviceId, rule })
    }
  }
  return { settings: { name, periodSeconds, commands }, rules }
}

function pointsOf(script: ScriptSettings | null): PointId[] {
  return script?.commands.flatMap(({ nodes }) => nodes.map(({ pointId }) => pointId)) ?? []
}
