import { minutes } from '@coldkeep/domain/time/instant'
import { expect, onTestFinished, test } from 'vitest'
import { openBox } from '../testing/box-rig'
import { testDatabase } from '../testing/test-database'
import { testServer } from '../testing/test-server'

test('a box that polls without end is sent away until the next minute, and no other', async () => {
  const database = await testDatabase('embedded')
  const server = await testServer({ database: database.kysely, limits: { boxCallsPerMinute: 3 } })
  onTestFinished(async () => {
    await server.close()
    await database.close()
  })
  const { alder, birch } = server.fleet.stores
  const box = await openBox(server, alder.terminalId)
  const other = await openBox(server, birch.terminalId)
  const answers: number[] = []
  for (let poll = 1; poll <= 4; poll++) answers.push((await box.send('GET', '')).status)
  expect(answers).toEqual([200, 200, 200, 429])
  expect((await other.send('GET', '')).status).toBe(200)
  server.clock.advance(minutes(1))
  expect((await box.send('GET', '')).status).toBe(200)
})
