import { countRepeats } from '@coldkeep/domain/repair/repeats'
import { days, later } from '@coldkeep/domain/time/instant'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertRepair } from '../testing/insert-repair'
import { describeEachDatabase } from '../testing/test-database'
import { NOON, type TestServer, testServer } from '../testing/test-server'
import type { TinyStore } from '../testing/tiny-fleet'
import { wholeScope } from '../testing/whole-scope'
import { selectRepeatCases } from './repeat-queries'

describeEachDatabase('repairs that did not last', (openDatabase) => {
  let server: TestServer
  beforeAll(async () => {
    server = await testServer({ database: await openDatabase() })
    const { alder, birch, cedar } = server.fleet.stores
    const repair = async (store: TinyStore, day: number) =>
      (await insertRepair(server.db, store, later(NOON, days(day)))).end('repaired')
    await repair(alder, -40)
    await repair(alder, -20)
    await repair(alder, -10)
    await repair(alder, -1)
    await repair(birch, -10)
    await repair(cedar, -8)
    await repair(cedar, -2)
  })
  afterAll(() => server.close())

  const period = { from: later(NOON, -days(12)), until: NOON }
  const firms = async (scope: ReturnType<typeof wholeScope>) => {
    const cases = await selectRepeatCases(server.db, scope, period)
    return [...countRepeats(cases, ({ firm, closedAt }) => ((closedAt ?? 0) < period.from ? null : firm))]
  }

  test('are counted by the firm of the store, and what was closed before the period only tells what repeats', async () => {
    const { north, south } = server.fleet
    expect(await firms(wholeScope([north, south]))).toEqual([
      ['Polar Service', { repaired: 3, repeated: 1 }],
      ['Glacier Works', { repaired: 2, repeated: 1 }],
    ])
  })

  test('are those of the stores and the equipment that one may see', async () => {
    const { north } = server.fleet
    expect(await firms(wholeScope([north]))).toEqual([['Polar Service', { repaired: 3, repeated: 1 }]])
    const { freezer } = server.fleet.stores.birch
    await server.db
      .updateTable('device')
      .set({ type: 'walk_in' })
      .where('deviceId', '=', freezer.deviceId)
      .execute()
    const hidden = { departments: [north], hidden: new Set(['walk_in'] as const) }
    expect(await firms(hidden)).toEqual([['Polar Service', { repaired: 2, repeated: 1 }]])
  })
})
