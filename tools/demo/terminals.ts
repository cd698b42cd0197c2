import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, openSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { CommandSettings, TerminalSettings } from '@coldkeep/contract/mqtt/terminal-settings'
import type { PointId } from '@coldkeep/domain/ids'
import type { DeviceModel } from '@coldkeep/domain/polling/device-model'
import { scriptTitle } from '@coldkeep/server/instructions/polled-command-queries'
import type { FleetDevice, FleetStore } from '@coldkeep/simulator/fleet/fleet'
import { FIRST_REVISION, type PlantedStore } from './planted'
import { places, pollingPace } from './settings'

/** The one bus of a store. */
export const PORT_ID = 'p1'

/** What a terminal polls is in two scripts: a script file of the library takes the place of the first. */
export const STANDARD_SCRIPT = { folder: 'Standard equipment', name: 'Display cases' } as const
const REST_NAME = 'Rooms, hot case and meter'

/** Those whose controllers are read whole, in every store on the same units. */
export function isDisplayCase({ type }: FleetDevice): boolean {
  return type === 'doored_case' || type === 'open_case'
}

/** The settings file of a terminal that polls one virtual bus of a store. */
export function terminalSettingsOf(
  store: FleetStore,
  planted: PlantedStore,
  models: readonly DeviceModel[],
  bus: { readonly brokerUrl: string; readonly port: number },
): TerminalSettings {
  const scriptOf = (name: string, isRequested: (device: FleetDevice) => boolean) => ({
    name,
    periodSeconds: pollingPace.periodSeconds,
    commands: store.devices.flatMap((device, index) =>
      isRequested(device) ? commandsOf(device, planted.devices[index]?.pointIds ?? [], models) : [],
    ),
  })
  return {
    terminalId: store.terminalId,
    brokerUrls: [bus.brokerUrl],
    credentialFile: 'credential',
    // The virtual controllers are on this machine, which a terminal refuses unless it is allowed by name.
    allowedNetworks: ['127.0.0.0/8'],
    revision: FIRST_REVISION,
    ports: [{ id: PORT_ID, kind: 'mbtcp', host: '127.0.0.1', port: bus.port }],
    scripts: [
      scriptOf(scriptTitle(STANDARD_SCRIPT.folder, STANDARD_SCRIPT.name), isDisplayCase),
      scriptOf(REST_NAME, (device) => !isDisplayCase(device)),
    ].filter(({ commands }) => commands.length > 0),
  }
}

const { periodSeconds: _, ...paceOfCommand } = pollingPace

function commandsOf(
  device: FleetDevice,
  pointIds: readonly PointId[],
  models: readonly DeviceModel[],
): CommandSettings[] {
  const model = models.find((one) => one.brand === device.brand && one.model === device.model)
  if (!model) throw new Error(`No device model ${device.brand} ${device.model}`)
  return device.commandCodes.flatMap((code) => {
    const command = model.commands.find((one) => one.commandCode === code)
    if (!command) throw new Error(`${device.brand} ${device.model} has no command ${code}`)
    const nodes = command.points.flatMap((point) => {
      const index = device.points.findIndex((one) => one.name === point.name && one.commandCode === code)
      const pointId = pointIds[index]
      if (pointId === undefined) return []
      const {
        name,
        kind,
        unit,
        position,
        numericFormat,
        skipLeadingBytes,
        skipTrailingBytes,
        divisor,
        multiplier,
      } = point
      return [
        {
          pointId,
          name,
          kind,
          unit,
          position,
          numericFormat,
          skipLeadingBytes,
          skipTrailingBytes,
          divisor,
          multiplier,
        },
      ]
    })
    if (nodes.length === 0) return []
    return [
      {
        portId: PORT_ID,
        unitId: device.unitId,
        deviceName: device.name,
        commandCode: code,
        requestHex: command.requestHex,
        responseLengthBytes: command.responseLengthBytes,
        includesUnitId: command.includesUnitId,
        appendsCrc: command.appendsCrc,
        decoderId: command.decoderId,
        ...paceOfCommand,
        nodes,
      },
    ]
  })
}

/** Writes settings and credential of a terminal and starts the real program on them. */
export function startTerminalProgram(
  folder: string,
  settings: TerminalSettings,
  secret: string,
): ChildProcess {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const file = join(folder, 'settings.json')
  writeFileSync(file, `${JSON.stringify(settings, null, 2)}\n`)
  writeFileSync(join(folder, 'credential'), secret, { mode: 0o600 })
  const log = openSync(join(folder, 'terminal.log'), 'a', 0o600)
  return spawn(
    process.execPath,
    ['--import', 'tsx', join(places.root, 'packages/terminal/src/main.ts'), file],
    {
      cwd: places.root,
      stdio: ['ignore', log, log],
      env: { ...process.env, COLDKEEP_TERMINAL_DATA: join(folder, 'data') },
    },
  )
}
