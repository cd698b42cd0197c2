import { isTerminalId } from '@coldkeep/domain/ids'
import { describe, expect, test } from 'vitest'
import { deviceFaults, linkFaults } from '../faults'
import { modelFiles } from '../testing/model-files'
import type { Fleet, FleetStore } from './fleet'
import { makeFleet } from './make-fleet'

const nowMs = Date.parse('2026-11-21T02:00:00Z')
const models = modelFiles()
const fleet = makeFleet({ seed: 1, storeCount: 40, nowMs, models })

function pathOf(of: Fleet, store: FleetStore): string[] {
  const names: string[] = []
  for (let index: number | null = store.departmentIndex; index !== null; ) {
    const department: Fleet['departments'][number] = of.departments[index]!
    names.unshift(department.name)
    index = department.parentIndex
  }
  return names
}

describe('a fleet of 40 stores', () => {
  test('is the same again from the same seed and another one from another', () => {
    expect(makeFleet({ seed: 1, storeCount: 40, nowMs, models })).toEqual(fleet)
    const other = makeFleet({ seed: 2, storeCount: 40, nowMs, models })
    expect(other.stores.map((s) => s.name)).not.toEqual(fleet.stores.map((s) => s.name))
  })

  test('has 26 stores in Taiwan and 14 in Japan with about ten devices each', () => {
    expect(fleet.stores.filter((s) => s.country === 'TW')).toHaveLength(26)
    expect(fleet.stores.filter((s) => s.zone === 'Asia/Tokyo')).toHaveLength(14)
    const devices = fleet.stores.map((s) => s.devices.length)
    expect(Math.min(...devices)).toBeGreaterThanOrEqual(9)
    expect(Math.max(...devices)).toBeLessThanOrEqual(11)
    const total = devices.reduce((a, b) => a + b, 0)
    expect(total).toBeGreaterThan(370)
    expect(total).toBeLessThan(440)
  })

  test('is six levels below the company, parents before children', () => {
    for (const [index, department] of fleet.departments.entries()) {
      if (department.parentIndex === null) continue
      expect(department.parentIndex).toBeLessThan(index)
      expect(fleet.departments[department.parentIndex]!.level).toBe(department.level - 1)
    }
    for (const store of fleet.stores) expect(pathOf(fleet, store)).toHaveLength(7)
    expect(fleet.departments.filter((d) => d.parentIndex === null)).toHaveLength(1)
  })

  test('names departments and shops in the language of the place', () => {
    const taiwan = fleet.stores.find((s) => s.country === 'TW')!
    expect(pathOf(fleet, taiwan)[1]).toBe('台灣 星森超商')
    expect(taiwan.name).toMatch(/店$/)
    expect(taiwan.address).toMatch(/^.{2}市.+區.+號$/)
    const japan = fleet.stores.find((s) => s.country === 'JP')!
    expect(pathOf(fleet, japan)[1]).toBe('日本 ほしもりマート')
    expect(japan.address).toMatch(/^(東京都|大阪府).+区.+丁目\d+-\d+$/)
  })

  test('gives every store and terminal a name of its own', () => {
    for (const of of [
      (s: FleetStore) => s.name,
      (s: FleetStore) => s.code,
      (s: FleetStore) => s.terminalId as string,
      (s: FleetStore) => s.address,
    ])
      expect(new Set(fleet.stores.map(of)).size).toBe(40)
    expect(fleet.stores.every((s) => isTerminalId(s.terminalId))).toBe(true)
  })

  test('has no name of a real chain in it', () => {
    expect(JSON.stringify(fleet)).not.toMatch(
      /7-11|seven|統一超商|全家|萊爾富|OKmart|全聯|美廉社|ローソン|ファミリー|セブン|ミニストップ/i,
    )
  })

  test('puts one main meter, one unit id per device and every zone into a store', () => {
    for (const store of fleet.stores) {
      expect(store.devices.filter((d) => d.type === 'main_meter')).toHaveLength(1)
      expect(new Set(store.devices.map((d) => d.unitId)).size).toBe(store.devices.length)
      const zones = new Set(store.devices.map((d) => d.zone))
      for (const zone of ['FZ', 'IC', 'C4', 'C7', 'F18', 'HOT']) expect(zones).toContain(zone)
    }
  })

  test('lets every case report air and set point, and those with a refrigerating part compressor and defrost', () => {
    for (const store of fleet.stores.filter((s) => s.link === 'messages')) {
      for (const device of store.devices) {
        const kinds = device.points.map((p) => p.kind)
        if (device.physics.kind === 'meter') {
          for (const kind of ['power', 'energy', 'reactive_energy', 'voltage']) expect(kinds).toContain(kind)
          continue
        }
        for (const kind of ['air_temperature', 'setpoint', 'compressor']) expect(kinds).toContain(kind)
        if (device.physics.kind === 'hot_case') continue
        for (const kind of ['evaporator_temperature', 'defrost']) expect(kinds).toContain(kind)
        expect(kinds.includes('door')).toBe(device.type !== 'open_case')
      }
    }
  })

  test('has two stores polled over Modbus, one in each country, whose points all come from the model files', () => {
    const polled = fleet.stores.filter((s) => s.link === 'modbus')
    expect(polled.map((s) => s.country).sort()).toEqual(['JP', 'TW'])
    for (const device of polled.flatMap((s) => s.devices)) {
      const model = models.find((m) => m.brand === device.brand && m.model === device.model)!
      for (const point of device.points) {
        const command = model.commands.find((c) => c.commandCode === point.commandCode)!
        expect(command.points.map((p) => p.name)).toContain(point.name)
      }
    }
  })

  test('gives every store the floor of a convenience store, not all the same', () => {
    const areas = fleet.stores.map((s) => s.floorAreaM2)
    expect(Math.min(...areas)).toBeGreaterThanOrEqual(95)
    expect(Math.max(...areas)).toBeLessThanOrEqual(185)
    expect(new Set(areas).size).toBeGreaterThan(20)
  })

  test('measures demand by quarter hours in Taiwan and half hours in Japan', () => {
    for (const store of fleet.stores) {
      expect(store.demand.intervalMinutes).toBe(store.country === 'TW' ? 15 : 30)
      expect(store.demand.contractedKw).toBeGreaterThan(10)
      expect(store.demand.contractedKw).toBeLessThan(60)
    }
  })

  test('has a fault of every kind, at most one per device, most stores healthy', () => {
    const kinds = new Set(fleet.stores.flatMap((s) => s.faults.map((f) => f.fault)))
    for (const kind of [...deviceFaults, ...linkFaults]) expect(kinds, kind).toContain(kind)
    for (const store of fleet.stores) {
      const patients = store.faults.filter((f) => f.deviceIndex !== null).map((f) => f.deviceIndex)
      expect(new Set(patients).size).toBe(patients.length)
    }
    expect(fleet.stores.filter((s) => s.faults.length === 0).length).toBeGreaterThanOrEqual(15)
  })

  test('has exactly one store whose terminal is off the line now and stays so', () => {
    const lost = fleet.stores.filter((s) =>
      s.faults.some(
        (f) =>
          f.fault === 'terminal_offline' &&
          f.startMs < nowMs - 4 * 3_600_000 &&
          (f.endMs === null || f.endMs > nowMs + 12 * 3_600_000),
      ),
    )
    expect(lost).toHaveLength(1)
  })

  test('keeps the stores polled over Modbus free of faults that only the message generator could play', () => {
    for (const store of fleet.stores.filter((s) => s.link === 'modbus'))
      for (const fault of store.faults) expect(linkFaults).not.toContain(fault.fault)
  })
})

test('a fleet can be made healthy', () => {
  const healthy = makeFleet({ seed: 1, storeCount: 10, nowMs, models, withFaults: false })
  expect(healthy.stores.every((s) => s.faults.length === 0)).toBe(true)
})

test('small fleets work, down to one store', () => {
  for (const storeCount of [1, 2, 3]) {
    expect(makeFleet({ seed: 3, storeCount, nowMs, models }).stores).toHaveLength(storeCount)
  }
})

test('more stores than there are places is refused', () => {
  expect(() => makeFleet({ seed: 1, storeCount: 400, nowMs, models })).toThrow(RangeError)
})
