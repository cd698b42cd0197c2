import type { BundleDocument } from '../bundles/compile-bundle'
import type { TinyStore } from './tiny-fleet'

/** Freezer and main meter of a tiny store, as two scripts on one port. */
export function documentOf(store: TinyStore, changes: Partial<BundleDocument> = {}): BundleDocument {
  const [air, defrost] = store.freezer.pointIds
  const [energy, power] = store.meter.pointIds
  const command = (unitId: number, commandCode: string, points: readonly (number | undefined)[]) => ({
    portId: 'p1',
    unitId,
    deviceName: `unit ${unitId}`,
    commandCode,
    requestHex: '03 00 00 00 02',
    responseLengthBytes: 9,
    includesUnitId: false,
    appendsCrc: true,
    decoderId: 1,
    retries: 1,
    intervalMs: 50,
    timeoutMs: 500,
    nodes: points.map((pointId, index) => ({
      pointId: pointId as never,
      name: `value ${index + 1}`,
      kind: 'air_temperature' as const,
      unit: '°C',
      position: index + 1,
      numericFormat: 'i16',
      skipLeadingBytes: 2 * index,
      skipTrailingBytes: 2 * (points.length - 1 - index),
      divisor: 10,
      multiplier: 1,
    })),
  })
  return {
    ports: [{ id: 'p1', kind: 'mbtcp', host: '192.168.1.21', port: 502 }],
    scripts: [
      { name: 'cases', periodSeconds: 300, commands: [command(1, 'air', [air, defrost])] },
      { name: 'meter', periodSeconds: 60, commands: [command(9, 'energy', [energy, power])] },
    ],
    ...changes,
  }
}
