import type { PollScriptId } from '@coldkeep/domain/ids'
import type { DeviceModel, ModelCommand, ModelWrite } from '@coldkeep/domain/polling/device-model'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { selectSource } from '../scripts/script-source'
import { describeEachDatabase } from '../testing/test-database'
import { NOON, type TestServer } from '../testing/test-server'
import { lineOf, type WriteServer, writeServer, writeTo } from '../testing/write-server'
import { withdrawWritesOfModel } from '../writes/withdraw-writes'
import { provideModels } from './provide-models'

const read = (commandCode: string, register: string, name: string): ModelCommand => ({
  commandCode,
  note: name,
  requestHex: `03 03 ${register} 00 01`,
  responseLengthBytes: 7,
  includesUnitId: false,
  appendsCrc: true,
  decoderId: 1,
  points: [
    {
      name,
      unit: '°C',
      position: 1,
      numericFormat: 'i16',
      skipLeadingBytes: 0,
      skipTrailingBytes: 0,
      divisor: 10,
      multiplier: 1,
      kind: 'other',
      source: 'manual, page 4',
    },
  ],
})
const air = read('air', '10', 'Air')
const setPoint = read('set-point', '55', 'Set point')
const set: ModelWrite = {
  commandCode: 'set',
  note: 'Set point',
  requestHex: '06 03 55 VV VV',
  expectedReplyHex: '06 03 55 VV VV',
  includesUnitId: false,
  appendsCrc: true,
  replyHasCrc: true,
  effect: 'setpoint',
  pointName: 'Set point',
  setsTo: null,
  lowest: -40,
  highest: 20,
  usualLow: null,
  usualHigh: null,
  group: 'regulation',
  factoryValue: null,
  applyOrder: 0,
  isVolatile: false,
  mostPerDay: null,
  mostPerYear: null,
}
const file = (model: string, more: Partial<DeviceModel> = {}): DeviceModel => ({
  brand: 'Polar',
  model,
  source: 'manual',
  note: '',
  line: null,
  commands: [air, setPoint],
  writes: [set],
  ...more,
})
const bounded = { ...set, lowest: -30 }
const quiet = { now: NOON, published: async () => {} }

describeEachDatabase('models of the product at a start', (openDatabase) => {
  let rig: WriteServer
  let server: TestServer
  beforeAll(async () => {
    rig = await writeServer(await openDatabase())
    server = rig.server
  })
  afterAll(() => server.close())

  const versions = async (model: string) =>
    server.db
      .selectFrom('modelVersion')
      .innerJoin('deviceModel', 'deviceModel.deviceModelId', 'modelVersion.deviceModelId')
      .select(['version', 'publishedBy', 'hasReviewedWrites', 'content'])
      .where('model', '=', model)
      .orderBy('version')
      .execute()
  const lowest = async (model: string) =>
    (await versions(model)).map(({ content }) => content.writes[0]?.lowest)
  const drafted = async (model: string) =>
    server.db
      .selectFrom('writeCommand')
      .innerJoin('deviceModel', 'deviceModel.deviceModelId', 'writeCommand.deviceModelId')
      .select('lowest')
      .where('model', '=', model)
      .execute()

  test('what differs is the next version, reviewed, and what is the same is none', async () => {
    await provideModels(server.db, quiet, [file('A1')])
    await provideModels(server.db, quiet, [
      file('A1', { note: 'Keys in another order', writes: [{ ...set }] }),
    ])
    expect(await lowest('A1')).toEqual([-40])
    await provideModels(server.db, quiet, [file('A1', { writes: [bounded] })])
    expect(await versions('A1')).toMatchObject([
      { version: 1 },
      { version: 2, publishedBy: 'Coldkeep', hasReviewedWrites: true },
    ])
    expect(await lowest('A1')).toEqual([-40, -30])
    expect(await drafted('A1')).toEqual([{ lowest: -30 }])
  })

  test('a server of an older program takes nothing back', async () => {
    await provideModels(server.db, quiet, [file('A2')])
    await provideModels(server.db, quiet, [file('A2', { writes: [bounded] })])
    await provideModels(server.db, quiet, [file('A2')])
    expect(await lowest('A2')).toEqual([-40, -30])
    expect(await drafted('A2')).toEqual([{ lowest: -30 }])
  })

  test('of two servers that start at once one publishes', async () => {
    await provideModels(server.db, quiet, [file('A3')])
    const changed: unknown[] = []
    const counting = {
      now: NOON,
      published: async (_: unknown, model: unknown) => {
        changed.push(model)
      },
    }
    const next = [file('A3', { writes: [bounded] })]
    await Promise.all([
      provideModels(server.db, counting, next),
      provideModels(server.db, counting, next),
      provideModels(server.db, counting, next),
    ])
    expect(await lowest('A3')).toEqual([-40, -30])
    expect(changed).toHaveLength(1)
  })

  test('a server that is killed in the middle leaves whole models, and the next start does the rest', async () => {
    await provideModels(server.db, quiet, [file('B1'), file('B2')])
    const next = [file('B1', { writes: [bounded] }), file('B2', { writes: [bounded] })]
    let published = 0
    const killed = {
      now: NOON,
      published: async () => {
        published += 1
        if (published === 2) throw new Error('killed')
      },
    }
    await expect(provideModels(server.db, killed, next)).rejects.toThrow('killed')
    expect([await lowest('B1'), await lowest('B2')]).toEqual([[-40, -30], [-40]])
    expect(await drafted('B2')).toEqual([{ lowest: -40 }])
    await provideModels(server.db, quiet, next)
    expect([await lowest('B1'), await lowest('B2')]).toEqual([
      [-40, -30],
      [-40, -30],
    ])
  })

  test('scripts are older by what they poll, and keep a model that lacks it as it is', async () => {
    await provideModels(server.db, quiet, [file('C1')])
    const script = await rig.scripts.script('Polar', ['Polar', 'C1', 'air', '5', 'Case 5', 1, 50, 500])
    const fingerprint = async () =>
      (await selectSource(server.db, null, Number(script) as PollScriptId))?.fingerprint
    const first = await fingerprint()
    expect(first).toMatch(/^[0-9a-f]{64}$/)
    const writesAndOthers = file('C1', {
      commands: [air, { ...setPoint, responseLengthBytes: 0 }],
      writes: [bounded],
    })
    expect(await provideModels(server.db, quiet, [writesAndOthers])).toEqual([])
    expect(await lowest('C1')).toEqual([-40, -30])
    expect(await fingerprint()).toBe(first)
    const moved = file('C1', { commands: [read('air', '11', 'Air'), setPoint], writes: [bounded] })
    expect(await provideModels(server.db, quiet, [moved])).toEqual([])
    expect(await fingerprint()).not.toBe(first)
    const lacking = file('C1', { commands: [setPoint], writes: [bounded] })
    expect(await provideModels(server.db, quiet, [lacking])).toEqual(['Polar C1'])
    expect(await versions('C1')).toHaveLength(3)
  })

  test('what waits to be written to its devices is withdrawn, and whose stores use it are notified', async () => {
    const published = await server.db
      .selectFrom('deviceModel')
      .innerJoin('modelVersion', 'modelVersion.deviceModelId', 'deviceModel.deviceModelId')
      .select(['deviceModel.deviceModelId', 'content'])
      .where('brand', '=', 'Nordwind')
      .executeTakeFirstOrThrow()
    // as if the thermostat had come with the product
    await server.db
      .updateTable('deviceModel')
      .set({ departmentId: null })
      .where('deviceModelId', '=', published.deviceModelId)
      .execute()
    const { body } = await rig.requestWrite({
      ...writeTo(server.fleet.stores.birch, 'light-on'),
      wait_minutes: 240,
    })
    const { commands, writes } = published.content
    const next = { ...file('T3', { commands, writes: [...writes].reverse() }), brand: 'Nordwind' }
    await provideModels(server.db, { now: NOON, published: withdrawWritesOfModel }, [next])
    expect(lineOf(await rig.read(body.id)).state).toBe('withdrawn')
    const audits = await server.db
      .selectFrom('audit')
      .select(['subject', 'departmentId'])
      .where('kind', '=', 'instruction.reach')
      .orderBy('departmentId')
      .execute()
    const { north, south } = server.fleet
    expect(audits).toEqual([north, south].map((departmentId) => ({ subject: 'Nordwind · T3', departmentId })))
  })
})
