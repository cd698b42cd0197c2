import { createHash } from 'node:crypto'
import type { CommandSettings, TerminalSettings } from '@coldkeep/contract/mqtt/terminal-settings'
import type { PointId, TerminalId } from '@coldkeep/domain/ids'
import { epochMs } from '@coldkeep/domain/time/instant'
import type { Db } from '@coldkeep/server/db/connect'
import { insertDeviceModel } from '@coldkeep/server/instructions/product-model-queries'
import { insertDevice } from '@coldkeep/server/testing/plant/plant-devices'
import { insertDepartments, insertStore, insertTerminal } from '@coldkeep/server/testing/plant/plant-stores'

/** Values of one controller, read with one request. */
export const READINGS_PER_POLL = 50
const SECRET = 'the-secret-of-this-box'
const UNIT_ID = 5
/** The head of a reply and its checksum. */
const FRAME_BYTES = 5

/** A store with one box and one controller on its bus. */
export interface PlacedBox {
  readonly terminalId: TerminalId
  readonly secret: string
  readonly pointIds: readonly PointId[]
}

/** Rows of the table share databases. */
let next = 1

export async function insertBoxes(db: Db, count: number): Promise<PlacedBox[]> {
  const company = await insertDepartments(db, { name: 'Frostline', children: [] })
  const modelId = await insertDeviceModel(db, 'Carel', 'IR33')
  const boxes: PlacedBox[] = []
  for (let index = 0; index < count; index++) {
    const code = `F${String(next++).padStart(3, '0')}`
    const storeId = await insertStore(db, {
      code,
      name: `Store ${code}`,
      departmentId: company.id,
      vendorId: null,
      country: 'TW',
      zone: 'Asia/Taipei',
      address: `1 ${code}`,
      opensAtMinute: 0,
      closesAtMinute: 0,
    })
    const terminalId = `TB-${code}` as TerminalId
    const secretHash = createHash('sha256').update(SECRET).digest()
    await insertTerminal(db, { terminalId, storeId, secretHash }, epochMs(0))
    const { pointIds } = await insertDevice(db, {
      storeId,
      terminalId,
      commissionedAt: epochMs(Date.UTC(2026, 0, 1)),
      periodSeconds: 60,
      revision: 1,
      name: 'Controller',
      type: 'doored_case',
      zone: 'FZ',
      modelId,
      unitId: UNIT_ID,
      points: Array.from({ length: READINGS_PER_POLL }, (_, register) => ({
        name: `Register ${register}`,
        kind: 'other' as const,
        unit: '' as const,
      })),
    })
    boxes.push({ terminalId, secret: SECRET, pointIds })
  }
  return boxes
}

export function settingsOf(
  box: PlacedBox,
  place: { readonly brokerUrl: string; readonly busPort: number; readonly periodSeconds: number },
): TerminalSettings {
  const command: CommandSettings = {
    portId: 'p1',
    unitId: UNIT_ID,
    deviceName: 'Controller',
    commandCode: 'all',
    requestHex: `030000${READINGS_PER_POLL.toString(16).padStart(4, '0')}`,
    responseLengthBytes: FRAME_BYTES + 2 * READINGS_PER_POLL,
    includesUnitId: false,
    appendsCrc: true,
    decoderId: 1,
    retries: 0,
    intervalMs: 0,
    timeoutMs: 5_000,
    nodes: box.pointIds.map((pointId, register) => ({
      pointId,
      name: `Register ${register}`,
      kind: 'other',
      unit: '',
      position: register + 1,
      numericFormat: 'u16',
      skipLeadingBytes: 2 * register,
      skipTrailingBytes: 2 * (READINGS_PER_POLL - 1 - register),
      divisor: 1,
      multiplier: 1,
    })),
  }
  return {
    terminalId: box.terminalId,
    brokerUrls: [place.brokerUrl],
    credentialFile: 'credential',
    allowedNetworks: ['127.0.0.1/32'],
    revision: 1,
    ports: [{ id: 'p1', kind: 'mbtcp', host: '127.0.0.1', port: place.busPort }],
    scripts: [{ name: 'all', periodSeconds: place.periodSeconds, commands: [command] }],
  }
}
