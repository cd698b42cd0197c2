import type { PortSettings } from '@coldkeep/contract/mqtt/port-settings'
import type { CommandSettings, TerminalSettings } from '@coldkeep/contract/mqtt/terminal-settings'
import type { PointId, TerminalId } from '@coldkeep/domain/ids'

/** Thermostat air of a Danfoss AK-CC55: parameter 2532, two bytes, tenths of a degree. */
export function airCommand(changes: Partial<CommandSettings> = {}): CommandSettings {
  const unitId = changes.unitId ?? 5
  return {
    portId: 'p1',
    unitId,
    deviceName: `case ${unitId}`,
    commandCode: 'air',
    requestHex: '03 09 E3 00 01',
    responseLengthBytes: 7,
    includesUnitId: false,
    appendsCrc: true,
    decoderId: 1,
    retries: 0,
    intervalMs: 0,
    timeoutMs: 1_000,
    nodes: [airNode(1_000 + unitId)],
    ...changes,
  }
}

export function airNode(pointId: number): CommandSettings['nodes'][number] {
  return {
    pointId: pointId as PointId,
    name: 'air',
    kind: 'air_temperature',
    unit: '°C',
    position: 1,
    numericFormat: 'i16',
    skipLeadingBytes: 0,
    skipTrailingBytes: 0,
    divisor: 10,
    multiplier: 1,
  }
}

export function settingsWith(
  commands: readonly CommandSettings[],
  changes: Partial<TerminalSettings> = {},
): TerminalSettings {
  return {
    terminalId: 'TB-004217' as TerminalId,
    brokerUrls: ['mqtt://127.0.0.1:1883'],
    credentialFile: 'credential',
    allowedNetworks: ['127.0.0.1/32'],
    revision: 17,
    ports: [modbusTcp(502)],
    scripts: [{ name: 'cases', periodSeconds: 60, commands: [...commands] }],
    ...changes,
  }
}

export function modbusTcp(port: number): PortSettings {
  return { id: 'p1', kind: 'mbtcp', host: '127.0.0.1', port }
}
