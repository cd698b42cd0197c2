import { startDeployment } from '@coldkeep/contract/areas/deployments'
import { addPointLimits } from '@coldkeep/contract/areas/limit-rules'
import {
  addScriptCommands,
  listScriptCommands,
  type ScriptCommandDraft,
} from '@coldkeep/contract/areas/script-commands'
import {
  addPollScripts,
  addScriptFolders,
  changePollScripts,
  copyPollScript,
  listPollScripts,
  listScriptFolders,
} from '@coldkeep/contract/areas/scripts'
import type { PollScriptId, ScriptFolderId, StoreId } from '@coldkeep/domain/ids'
import { NEW_PERIOD_SECONDS } from '@coldkeep/domain/polling/fitting-period'
import type { FleetDevice } from '@coldkeep/simulator/fleet/fleet'
import { pollingPace } from './settings'
import { isDisplayCase, STANDARD_SCRIPT } from './terminals'
import type { Visitor } from './visitor'

const VISIT_FOLDER = 'Service visits'
const TRIAL_NAME = `${STANDARD_SCRIPT.name}, every 5 minutes`
const TRIAL_SECONDS = 300
const VISIT_NAME = 'Walk-in room'

/** Of the chilled cases of a store: the food is insured from 0 to 7 °C, so that people are notified before that. */
const CHILLED_LIMITS = {
  pointName: 'Probe 1',
  unit: '°C',
  lowLimit: -2,
  lowDelayMinutes: 30,
  highLimit: 8,
  highDelayMinutes: 45,
  lostDelayMinutes: 30,
} as const

/** The stores of the real terminals, whose devices the scripts poll; they have the same unit ids in all of them. */
export interface ScriptedStores {
  readonly storeIds: readonly StoreId[]
  /** Of the first of them. */
  readonly devices: readonly FleetDevice[]
}

/**
 * Makes the script files of the chain and sends one to its stores, as an engineer would; nothing where someone has
 * made folders.
 * @throws Error where the server refuses any of it
 */
export async function makeScriptLibrary(
  visitor: Visitor,
  { storeIds, devices }: ScriptedStores,
): Promise<void> {
  if ((await visitor.call(listScriptFolders)).length > 0) return
  await visitor.call(addScriptFolders, {
    body: { rows: [{ name: STANDARD_SCRIPT.folder }, { name: VISIT_FOLDER }] },
  })
  const folders = new Map((await visitor.call(listScriptFolders)).map(({ id, name }) => [name, id]))
  const folderOf = (name: string): ScriptFolderId => {
    const id = folders.get(name)
    if (id === undefined) throw new Error(`The folder ${name} was not made`)
    return id
  }
  const standard = await makeScript(visitor, {
    folderId: folderOf(STANDARD_SCRIPT.folder),
    name: STANDARD_SCRIPT.name,
    periodSeconds: pollingPace.periodSeconds,
    devices: devices.filter(isDisplayCase),
  })
  await limitChilledCases(visitor, standard, devices)
  await copyAsTrial(visitor, standard, folderOf(STANDARD_SCRIPT.folder))
  await makeScript(visitor, {
    folderId: folderOf(VISIT_FOLDER),
    name: VISIT_NAME,
    periodSeconds: NEW_PERIOD_SECONDS,
    devices: devices.filter(({ type }) => type === 'walk_in').slice(0, 1),
  })
  await visitor.call(startDeployment, {
    body: {
      mode: 'deploy',
      scriptFile: standard,
      storeIds: [...storeIds],
      note: 'Same cases, same script',
      addsDevices: false,
      devices: [],
    },
  })
}

interface ScriptPlan {
  readonly folderId: ScriptFolderId
  readonly name: string
  readonly periodSeconds: number
  readonly devices: readonly FleetDevice[]
}

async function makeScript(visitor: Visitor, plan: ScriptPlan): Promise<PollScriptId> {
  const { folderId, name, periodSeconds, devices } = plan
  await visitor.call(addPollScripts, { body: [{ folderId, name, periodSeconds }] })
  const made = (await visitor.call(listPollScripts, { query: { folder: folderId } })).find(
    (script) => script.name === name,
  )
  if (!made) throw new Error(`The script file ${name} was not made`)
  await visitor.call(addScriptCommands, { body: { script: made.id, rows: devices.flatMap(commandsOf) } })
  return made.id
}

function commandsOf({ brand, model, unitId, name, commandCodes }: FleetDevice): ScriptCommandDraft[] {
  const { retries, intervalMs, timeoutMs } = pollingPace
  return commandCodes.map((commandCode) => ({
    brand,
    model,
    commandCode,
    unitId,
    deviceName: name,
    retries,
    intervalMs,
    timeoutMs,
  }))
}

/** The same, polled less often, not yet sent to any store. */
async function copyAsTrial(visitor: Visitor, script: PollScriptId, folderId: ScriptFolderId): Promise<void> {
  const { id } = await visitor.call(copyPollScript, { body: { id: script, folderId, name: TRIAL_NAME } })
  const made = (await visitor.call(listPollScripts, { query: { folder: folderId } })).find(
    (one) => one.id === id,
  )
  if (!made) throw new Error(`The script file ${TRIAL_NAME} was not made`)
  const { revision } = made
  await visitor.call(changePollScripts, {
    body: [{ id, folderId, name: TRIAL_NAME, periodSeconds: TRIAL_SECONDS, revision }],
  })
}

async function limitChilledCases(
  visitor: Visitor,
  script: PollScriptId,
  devices: readonly FleetDevice[],
): Promise<void> {
  const chilled = new Set(devices.filter(({ zone }) => zone === 'C4').map(({ unitId }) => unitId))
  const commands = await visitor.call(listScriptCommands, { query: { script } })
  for (const { id: command, unitId, commandCode } of commands) {
    if (commandCode !== 'probe-1' || !chilled.has(unitId)) continue
    await visitor.call(addPointLimits, { body: { script, command, rows: [CHILLED_LIMITS] } })
  }
}
