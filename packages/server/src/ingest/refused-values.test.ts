import { seconds } from '@coldkeep/domain/time/instant'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { cycleMessage, EPOCH, type IngestRig, ingestRig } from '../testing/ingest-rig'
import { describeEachKind } from '../testing/test-database'
import { NOON } from '../testing/test-server'

/** Dividing by zero is an error of the value, as a number beyond its column is. */
describeEachKind('a message whose values the database refuses', (kind) => {
  let rig: IngestRig
  beforeAll(async () => {
    rig = await ingestRig(kind)
  })
  afterEach(() => rig.reset())
  afterAll(() => rig.close())

  const refusing = async (table: 'scan' | 'terminal_event', work: () => Promise<void>) => {
    const db = rig.database.kysely
    const refused = sql.lit(new Date(NOON).toISOString())
    await sql`alter table ${sql.table(table)} add constraint no_noon
      check (1 / (case when at = ${refused}::timestamptz then 0 else 1 end) = 1)`.execute(db)
    try {
      await work()
    } finally {
      await sql`alter table ${sql.table(table)} drop constraint no_noon`.execute(db)
    }
  }
  const quarantined = async () => {
    const rows = await rig.database.kysely.selectFrom('quarantine').select(['terminalId', 'reason']).execute()
    return rows.map(({ terminalId, reason }) => `${terminalId} ${reason}`)
  }

  test('is put aside and answered; other readings of its terminal and of others are stored', () =>
    refusing('scan', async () => {
      const { alder, birch } = rig.fleet.stores
      const bad = await rig.terminal(alder)
      const good = await rig.terminal(birch)
      const air = (pointId: number | undefined) => [[pointId, 0, -20]]
      await bad.say('live', cycleMessage(1, NOON, air(alder.freezer.pointIds[0])))
      await bad.say('live', cycleMessage(2, NOON + seconds(1), air(alder.freezer.pointIds[0])))
      await good.say('live', cycleMessage(1, NOON + seconds(1), air(birch.freezer.pointIds[0])))
      await good.acknowledged(1)
      await bad.acknowledged(2)
      expect((await bad.acknowledged(1)).bad).toEqual([[1, 'E_FORM']])
      expect(await quarantined()).toEqual([`${alder.terminalId} E_FORM`])
      const scans = await rig.database.kysely
        .selectFrom('scan')
        .select('storeId')
        .orderBy('storeId')
        .execute()
      expect(scans.map(({ storeId }) => storeId)).toEqual([alder.storeId, birch.storeId])
    }))

  test('is put aside and answered where it is an event; other events are stored', () =>
    refusing('terminal_event', async () => {
      const { alder, birch } = rig.fleet.stores
      const bad = await rig.terminal(alder)
      const good = await rig.terminal(birch)
      const event = (s: number, at: number) => ({ v: 1, e: EPOCH, s, at, kind: 'gap', detail: {} })
      await bad.say('evt', event(1, NOON))
      await bad.say('evt', event(2, NOON + 1))
      await good.say('evt', event(1, NOON + 1))
      await good.acknowledged(1)
      await bad.acknowledged(2)
      expect((await bad.acknowledged(1)).bad).toEqual([[1, 'E_FORM']])
      expect(await quarantined()).toEqual([`${alder.terminalId} E_FORM`])
      const rows = await rig.database.kysely.selectFrom('terminalEvent').select('sequence').execute()
      expect(rows).toHaveLength(2)
    }))
})
