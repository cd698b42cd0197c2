import { type EpochMs, later, minutes, seconds } from '@coldkeep/domain/time/instant'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { newsKinds } from '../news-kinds'
import type { Channel, NoticeMessage } from '../notices/channels/channel'
import { sendNotices } from '../notices/send-notices'
import { cycleMessage, type IngestRig, ingestRig, silent } from '../testing/ingest-rig'
import { insertNoticeTarget } from '../testing/notice-rig'
import { describeEachKind } from '../testing/test-database'
import { NOON } from '../testing/test-server'
import type { TinyStore } from '../testing/tiny-fleet'

describeEachKind('stages of a demand that runs', (kind) => {
  let rig: IngestRig
  let alder: TinyStore
  let sequence = 0
  beforeAll(async () => {
    rig = await ingestRig(kind)
    alder = rig.fleet.stores.alder
    await rig.database.kysely.updateTable('pointList').set({ periodSeconds: 60 }).execute()
  })
  beforeEach(async () => {
    await contract(100)
    await insertNoticeTarget(rig.database.kysely, rig.fleet.north, {
      channel: 'sms',
      address: '+886900000001',
    })
    await insertNoticeTarget(rig.database.kysely, rig.fleet.south, {
      channel: 'sms',
      address: '+886900000002',
    })
    sequence = 0
  })
  afterEach(async () => {
    for (const table of ['demand_watch', 'demand_rule', 'notice', 'notice_target'])
      await sql`truncate ${sql.table(table)} cascade`.execute(rig.database.kysely)
    await rig.reset()
  })
  afterAll(() => rig.close())

  const at = (minute: number): EpochMs => later(NOON, minutes(minute))
  const contract = (contractedKw: number | null) =>
    rig.database.kysely
      .updateTable('device')
      .set({ contractedKw })
      .where('deviceId', '=', alder.meter.deviceId)
      .execute()
  /** 80 kW until noon, 100 from then on. */
  const kwh = (minute: number) => 5_000 + (80 * Math.min(minute, 0) + 100 * Math.max(minute, 0)) / 60
  /** A reading each minute, which comes in half a minute later, or all of them at one time. */
  const read = async (from: number, to: number, arrival?: EpochMs) => {
    const terminal = await rig.terminal(alder)
    for (let minute = from; minute < to; minute++) {
      rig.clock.set(arrival ?? later(at(minute), seconds(30)))
      sequence++
      const [energy, power] = alder.meter.pointIds
      const values = [
        [energy, 0, kwh(minute)],
        [power, 0, 80],
      ]
      await terminal.say('live', cycleMessage(sequence, at(minute), values))
      await terminal.acknowledged(sequence)
    }
    await terminal.client.endAsync(true)
  }
  const restart = async () => {
    await rig.ingest.close()
    await rig.begin()
  }
  const outbox = async () => {
    const rows = await rig.database.kysely.selectFrom('notice').selectAll().orderBy('noticeId').execute()
    return rows.map(({ createdAt, rank, kind: ofKind, state, reason }) => {
      const minute = Math.floor((createdAt - NOON) / 60_000)
      return [`+${minute}`, ofKind, rank, state, reason].filter((part) => part !== null).join(' ')
    })
  }
  const send = async () => {
    const sent: NoticeMessage[] = []
    const sms: Channel = async (message, { address }) => {
      sent.push(message)
      return { kind: 'sent', recipient: address }
    }
    const { kysely: db } = rig.database
    const parts = { db, clock: rig.clock, log: silent, kinds: newsKinds, publicUrl: 'https://hub.example' }
    await sendNotices({ ...parts, channels: { sms }, random: () => 0.5 })
    return sent
  }

  // how the forecasts come about: domain/analysis/demand-watch.test.ts
  test('notify the targets of the store once for each, over restarts at any time', async () => {
    await read(-40, 5)
    expect(await outbox()).toEqual(['+3 demand 4 due'])
    await restart()
    await read(5, 10)
    expect(await outbox()).toEqual(['+3 demand 4 due', '+6 demand 3 due'])
    await restart()
    await read(10, 18)
    await restart()
    await read(18, 36)
    expect(await outbox()).toEqual(['+3 demand 4 due', '+6 demand 3 due', '+33 demand 2 due'])
  })

  test('say store, forecast, contract, minutes left and what to do, in the language of the target', async () => {
    const { kysely: db } = rig.database
    for (const language of ['ja', 'zh-TW', 'zh-CN'] as const)
      await insertNoticeTarget(db, rig.fleet.north, { channel: 'sms', address: language, language })
    await read(-40, 7)
    const messages = await send()
    const english = messages.find(({ body }) => body.includes('Forecast'))
    expect(english?.title).toBe('Alder Street: electricity demand stage 2, Shed comfort loads')
    expect(english?.body.split('\n').slice(0, 4)).toEqual([
      'N001 Alder Street',
      'Forecast for 12:00 to 12:15: 95.2\u202fkW, 95.2% of the contracted 100.0\u202fkW.',
      'At 12:06, 9 minutes were left.',
      'Until 12:15, set air conditioning 2 K warmer and switch off storage lights and anti-sweat heaters.',
    ])
    expect(english?.url).toBe(
      `https://hub.example/ElectricPowerRequirement?dep=${rig.fleet.company}.${rig.fleet.north}&store=${alder.storeId}&date=2026-11-20&days=1`,
    )
    expect(new Set(messages.map(({ body }) => body.split('\n')[1])).size).toBe(4)
    // the first stage was not sent before the second came, and goes with it
    expect((await outbox()).filter((row) => row.endsWith('repeated'))).toHaveLength(4)
  })

  test('notify no one of readings that come late', async () => {
    await read(-40, 14, at(16))
    expect(await outbox()).toEqual([])
    const { state } = await rig.database.kysely
      .selectFrom('demandWatch')
      .selectAll()
      .executeTakeFirstOrThrow()
    expect(state).toMatchObject({ stage: 2, notified: 0 })
  })

  test('are there from the moment on in which a demand is contracted, and no longer', async () => {
    await contract(null)
    await read(-40, 4)
    expect(await rig.database.kysely.selectFrom('demandWatch').selectAll().execute()).toEqual([])
    await contract(100)
    await restart()
    await read(4, 8)
    expect(await outbox()).toEqual(['+4 demand 4 due', '+6 demand 3 due'])
  })

  test('notify from the stage on that the rule of the store names, and at once when that changes', async () => {
    const { kysely: db } = rig.database
    const rule = (fromStage: 1 | 2 | 3, isEnabled: boolean) => ({
      ...{ scope: 'store' as const, scopeId: alder.storeId, fromStage, isEnabled },
      ...{ changedAt: NOON, changedBy: 'Ada' },
    })
    await db.insertInto('demandRule').values(rule(3, true)).execute()
    await read(-40, 8)
    expect(await outbox()).toEqual([])
    await db.updateTable('demandRule').set({ isEnabled: false, fromStage: 1 }).execute()
    await read(8, 9)
    expect(await outbox()).toEqual([])
    await db.updateTable('demandRule').set({ isEnabled: true }).execute()
    await read(9, 11)
    expect(await outbox()).toEqual(['+9 demand 3 due'])
  })

  test.each([
    ['when they have been left', 40, true],
    ['when nothing was heard of the meter for an hour', 70, false],
  ])('are not sent any more, as a step of an escalation, %s', async (_, minute, isLeft) => {
    const { kysely: db } = rig.database
    const first = await db
      .selectFrom('noticeTarget')
      .select('noticeTargetId')
      .where('address', '=', '+886900000001')
      .executeTakeFirstOrThrow()
    const step = { noticeTargetId: first.noticeTargetId, step: 1, afterMinutes: 5 }
    await db
      .insertInto('noticeStep')
      .values({ ...step, nextTargetId: first.noticeTargetId })
      .execute()
    await read(-40, 4)
    expect(await send()).toHaveLength(1)
    if (isLeft) await sql`update demand_watch set state = jsonb_set(state, '{stage}', '0')`.execute(db)
    rig.clock.set(at(minute))
    expect(await send()).toEqual([])
    expect((await outbox()).sort()).toEqual(['+3 demand 4 sent', '+3 demand 4 suppressed over'])
  })
})
