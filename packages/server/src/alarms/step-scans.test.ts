import { hours, later, minutes } from '@coldkeep/domain/time/instant'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { cycleMessage, type IngestRig, ingestRig, type TestTerminal } from '../testing/ingest-rig'
import { describeEachKind } from '../testing/test-database'
import { NOON } from '../testing/test-server'
import type { TinyStore } from '../testing/tiny-fleet'

describeEachKind('readings that break a limit', (kind) => {
  let rig: IngestRig
  beforeAll(async () => {
    rig = await ingestRig(kind)
  })
  afterEach(() => rig.reset())
  afterAll(() => rig.close())

  let sequence = 0
  /** A cycle of the freezer, stored when this settles. The clock moves on to its time unless it came late. */
  const say = async (
    terminal: TestTerminal,
    store: TinyStore,
    minute: number,
    air: number | null,
    isLate = false,
  ) => {
    const [airPoint, defrostPoint] = store.freezer.pointIds
    if (!isLate) rig.clock.set(later(NOON, minutes(minute)))
    const row = air === null ? [airPoint, 0, null, 1] : [airPoint, 0, air]
    sequence++
    await terminal.say('live', cycleMessage(sequence, NOON + minutes(minute), [row, [defrostPoint, 0, 0]]))
    await terminal.acknowledged(sequence)
  }
  const alarms = () =>
    rig.database.kysely
      .selectFrom('alarm')
      .select([
        'deviceId',
        'branch',
        'state',
        'priority',
        'count',
        'startedAt',
        'raisedAt',
        'returnedAt',
        'isLate',
      ])
      .select(['value', 'extreme', 'limitValue', 'unit'])
      .orderBy('raisedAt')
      .execute()
  const history = async () =>
    (
      await rig.database.kysely
        .selectFrom('alarmEvent')
        .select(['kind', 'at'])
        .orderBy('alarmEventId')
        .execute()
    ).map(({ kind: what, at }) => `${(at - NOON) / minutes(1)} ${what}`)

  test('open an alarm when the report time is over, and take it back', async () => {
    const { alder } = rig.fleet.stores
    const terminal = await rig.terminal(alder)
    // frozen: −18 °C at most, for 15 minutes
    for (const [minute, air] of [
      [0, -20],
      [5, -17],
      [10, -16.2],
      [15, -16],
    ] as const) {
      await say(terminal, alder, minute, air)
    }
    expect(await alarms()).toEqual([])
    await say(terminal, alder, 20, -16.5)
    expect(await alarms()).toEqual([
      {
        deviceId: alder.freezer.deviceId,
        branch: 'high',
        state: 'unacknowledged',
        // Taiwan's law asks for −18 too
        priority: 1,
        count: 1,
        startedAt: NOON + minutes(5),
        raisedAt: NOON + minutes(20),
        returnedAt: null,
        isLate: false,
        value: -16.5,
        extreme: -16,
        limitValue: -18,
        unit: '°C',
      },
    ])
    await say(terminal, alder, 25, -18.2)
    await say(terminal, alder, 30, -19)
    await say(terminal, alder, 35, -19)
    expect(await alarms()).toMatchObject([{ state: 'returned', returnedAt: NOON + minutes(33) }])
    expect(await history()).toEqual(['20 raised', '33 returned'])
  })

  test('are judged on after a restart at any step', async () => {
    const { alder } = rig.fleet.stores
    for (const [minute, air] of [
      [0, -20],
      [5, -17],
      [10, -16],
      [15, -15],
      [20, -14],
      [25, -20],
      [30, -20],
    ] as const) {
      const terminal = await rig.terminal(alder)
      await say(terminal, alder, minute, air)
      await terminal.client.endAsync(true)
      await rig.ingest.close()
      await rig.begin()
    }
    expect(await history()).toEqual(['20 raised', '28 returned'])
    expect(await alarms()).toMatchObject([{ extreme: -14, startedAt: NOON + minutes(5) }])
  })

  test('that come long after their time give alarms with their true time, marked late', async () => {
    const { alder } = rig.fleet.stores
    const terminal = await rig.terminal(alder)
    await say(terminal, alder, 0, -20)
    rig.clock.set(later(NOON, hours(2)))
    for (const minute of [5, 10, 15, 20]) await say(terminal, alder, minute, -10, true)
    expect(await alarms()).toMatchObject([{ isLate: true, raisedAt: NOON + minutes(20) }])
  })

  test('older than what was judged are marked for going over them again, repeats are not', async () => {
    const { alder } = rig.fleet.stores
    const terminal = await rig.terminal(alder)
    await say(terminal, alder, 10, -20)
    const late = () => rig.database.kysely.selectFrom('alarmLate').selectAll().execute()
    rig.clock.advance(1000)
    await say(terminal, alder, 10, -20, true)
    expect(await late()).toEqual([])
    await say(terminal, alder, 5, -20, true)
    expect(await late()).toMatchObject([
      { storeId: alder.storeId, deviceId: alder.freezer.deviceId, since: NOON + minutes(5) },
    ])
  })

  test('follow a rule that someone wrote, from the change on', async () => {
    const { alder } = rig.fleet.stores
    const { storeId } = alder
    const terminal = await rig.terminal(alder)
    await say(terminal, alder, 0, -17)
    const rule = {
      lowLimit: 0,
      lowDelayMinutes: -1,
      highLimit: -15,
      highDelayMinutes: 0,
      lostDelayMinutes: -1,
    }
    await rig.database.kysely
      .insertInto('alarmRule')
      .values({ storeId, pointId: alder.freezer.pointIds[0]!, deviceId: alder.freezer.deviceId, ...rule })
      .execute()
    // what changes rules counts the store on, so that no one goes by the old ones
    await rig.database.kysely
      .updateTable('alarmStore')
      .set((column) => ({ seq: column('seq', '+', 1) }))
      .execute()
    await say(terminal, alder, 5, -16)
    await say(terminal, alder, 10, -14.9)
    expect(await alarms()).toMatchObject([{ limitValue: -15, raisedAt: NOON + minutes(10), value: -14.9 }])
  })
})
