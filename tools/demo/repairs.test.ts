import { later, minutes } from '@coldkeep/domain/time/instant'
import { insertHighAlarm } from '@coldkeep/server/testing/repair-rig'
import { testDatabase } from '@coldkeep/server/testing/test-database'
import { NOON, testServer } from '@coldkeep/server/testing/test-server'
import { PASSWORD } from '@coldkeep/server/testing/tiny-fleet'
import { expect, test } from 'vitest'
import { reportRepairs } from './repairs'
import { Visitor } from './visitor'

test('the cases of the demo have the times of their alarms, and figures that follow from them', async () => {
  const database = await testDatabase('embedded')
  const server = await testServer({ database: database.kysely })
  try {
    const ago = (count: number) => later(NOON, -minutes(count))
    const { alder, birch, cedar } = server.fleet.stores
    await insertHighAlarm(server.db, alder, ago(5000), ago(4900))
    await insertHighAlarm(server.db, birch, ago(4000), ago(3000))
    // longer than anyone works at once
    await insertHighAlarm(server.db, cedar, ago(3990), ago(100))
    const address = await server.app.listen({ host: '127.0.0.1', port: 0 })
    const visitor = await Visitor.signIn(address, 'admin', PASSWORD)
    await reportRepairs(visitor, server.db, NOON)
    // unless there are any
    await reportRepairs(visitor, server.db, NOON)
    const period = 'start=2026-11-01T00:00:00&end=2026-11-20T23:59:59'
    const { body } = await server.send('GET', `/api/v2/fix/figures?${period}`, { as: 'admin' })
    // first reaction after 4, 11 and 17 minutes, on site after 55, 130 and 85, repaired after 95, 976 and 3884
    expect(body.tables[0].data[0].value).toEqual(['All', 'All cases', 3, 11, 17, 85, 130, 976, 3884])
    const list = await server.send('GET', `/api/v2/fix/cases?${period}`, { as: 'admin' })
    const [{ id }] = list.body.records
    const { body: detail } = await server.send('GET', `/api/v2/fix/cases/${id}`, { as: 'admin' })
    const times = detail.history.map((event: { at: string; received_at: string }) => event.at)
    expect(times).toEqual(times.toSorted().toReversed())
    expect(times.at(-1)).toBe(new Date(ago(3976)).toISOString())
    expect(times[0]).toBe(new Date(ago(3000)).toISOString())
    expect(detail.case.closed_at).toBe(times[0])
    // work is entered once it is over
    expect(detail.history.find((event: { kind: string }) => event.kind === 'labour')).toMatchObject({
      ...{ at: new Date(ago(3846)).toISOString(), received_at: new Date(ago(3771)).toISOString() },
    })
  } finally {
    await server.close()
    await database.close()
  }
})
