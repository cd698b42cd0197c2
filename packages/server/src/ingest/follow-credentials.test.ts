import { days, hours, later, minutes } from '@coldkeep/domain/time/instant'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { hashSecret } from '../terminals/terminal-credential'
import { updateEnabled } from '../terminals/terminal-queries'
import { type IngestRig, ingestRig, silent } from '../testing/ingest-rig'
import { describeEachKind } from '../testing/test-database'
import { NOON } from '../testing/test-server'
import { followCredentials } from './follow-credentials'

describeEachKind('a credential that another server changes', (kind) => {
  let rig: IngestRig
  beforeAll(async () => {
    rig = await ingestRig(kind)
  })
  afterEach(() => rig.reset())
  afterAll(() => rig.close())

  const follow = async (act: () => Promise<unknown>) => {
    const following = followCredentials(rig.database.kysely, rig.broker, rig.clock, silent)
    await act()
    return following
  }
  const closedOf = (terminal: Awaited<ReturnType<IngestRig['terminal']>>) =>
    new Promise<void>((resolve) => terminal.client.once('close', () => resolve()))

  test('ends its connection, and no other, within about a second', async () => {
    const { alder, birch } = rig.fleet.stores
    const db = rig.database.kysely
    const closed = closedOf(await rig.terminal(alder))
    await rig.terminal(birch)
    const following = await follow(() => updateEnabled(db, alder.terminalId, false, NOON))
    await closed
    await following.stop()
    await expect.poll(() => [...rig.broker.connected()]).toEqual([birch.terminalId])
    await updateEnabled(db, alder.terminalId, true, NOON)
  })

  test('an old secret that has ended is found by the minute', async () => {
    const { cedar } = rig.fleet.stores
    const terminal = await rig.terminal(cedar)
    const until = later(NOON, hours(24))
    await rig.database.kysely
      .updateTable('terminal')
      .set({
        secretHash: hashSecret('next'),
        oldSecretHash: hashSecret('S001'),
        oldSecretUntil: until,
      })
      .where('terminalId', '=', cedar.terminalId)
      .execute()
    rig.clock.set(later(until, -1))
    await rig.ingest.minute()
    expect([...rig.broker.connected()]).toEqual([cedar.terminalId])
    const closed = closedOf(terminal)
    rig.clock.set(later(until, minutes(1)))
    await rig.ingest.minute()
    await closed
    rig.clock.set(later(until, days(1)))
    await expect(rig.terminal(cedar)).rejects.toThrow(/username/i)
  })
})
