import { hours, later, minutes } from '@coldkeep/domain/time/instant'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openBox, type TestBox } from '../testing/box-rig'
import { uploadReleased } from '../testing/firmware-rig'
import { testSigners } from '../testing/make-release'
import { describeEachDatabase } from '../testing/test-database'
import { NOON, type TestServer, testServer } from '../testing/test-server'
import type { TinyStore } from '../testing/tiny-fleet'
import { forgetUpdates, startUpdate, updateRound } from '../testing/update-rig'

const TYPE = 'box-swupdate'

describeEachDatabase('jobs for boxes', (openDatabase) => {
  let server: TestServer
  let alder: TinyStore
  let fileId: string
  const as = 'admin'
  beforeAll(async () => {
    const signers = testSigners(NOON)
    server = await testServer({ database: await openDatabase(), releaseRoot: signers.root })
    alder = server.fleet.stores.alder
    const how = { version: '2.0.0', rollback: false, type: TYPE }
    fileId = await uploadReleased(server, signers, how, Buffer.from('a system'))
  })
  afterAll(() => server.close())
  beforeEach(async () => {
    server.clock.set(NOON)
    await forgetUpdates(server)
  })

  const start = async () => {
    const action = await startUpdate(server, { type: TYPE, file: fileId })
    await updateRound(server)
    return action
  }
  const status = async (token: string) =>
    (await server.send('GET', `/api/v2/ver-update/status?token=${token}`, { as })).body
  const stateOf = async (token: string) => (await status(token)).stores[0].state
  const report = (box: TestBox, action: string, execution: string, result: object = { finished: 'none' }) =>
    box.send('POST', `/deploymentBase/${action}/feedback`, { status: { execution, result } })
  const runs = (box: TestBox, version: string) => box.send('PUT', '/configData', { data: { version } })

  test('a box that was lost and is updated by another job reports on the former one too', async () => {
    const box = await openBox(server, alder.terminalId)
    const first = await start()
    await report(box, first, 'download')
    server.clock.advance(hours(24) + minutes(1))
    await updateRound(server)
    const second = await start()
    expect(
      (await report(box, first, 'proceeding', { finished: 'none', progress: { cnt: 1, of: 1 } })).status,
    ).toBe(200)
    expect([await stateOf(first), await stateOf(second)]).toEqual(['lost', 'told'])
    expect((await report(box, first, 'closed', { finished: 'failure' })).status).toBe(200)
    expect([await stateOf(first), await stateOf(second)]).toEqual(['failed', 'told'])
  })

  test('a box that polls and never takes what it is offered holds its job for a day', async () => {
    const box = await openBox(server, alder.terminalId)
    const action = await start()
    for (let poll = 0; poll < 24; poll++) {
      server.clock.advance(hours(1))
      await box.send('GET', '')
      await updateRound(server)
    }
    expect(await stateOf(action)).toBe('told')
    server.clock.advance(minutes(1))
    await updateRound(server)
    expect(await stateOf(action)).toBe('lost')
  })

  test('the end of a job is expected of boxes that poll, whatever their terminals do', async () => {
    const box = await openBox(server, alder.terminalId)
    await box.send('GET', '')
    await start()
    server.clock.advance(minutes(7))
    await runs(box, '2.0.0')
    await runs(box, '1.0.0')
    const action = await start()
    const expected = async () => (await status(action)).expected_end_at
    // it takes as long as the one before: seven minutes more, in whole five minutes
    expect(await expected()).toBe(new Date(later(NOON, minutes(15))).toISOString())
    server.clock.set(later(NOON, minutes(16)))
    expect(await expected()).toBeNull()
  })

  test('only terminals whose box has such a program are reached, whatever version it has', async () => {
    await openBox(server, alder.terminalId, 'box-rauc')
    const box = await openBox(server, server.fleet.stores.birch.terminalId)
    const check = async () => {
      const body = { file_id: fileId, targets: {} }
      return (await server.send('POST', '/api/v2/ver-update/check', { as, body })).body
    }
    expect(await check()).toMatchObject({ terminals: 1, other_type: 1, cannot_update: 2, up_to_date: 0 })
    await runs(box, '2.0.0')
    expect(await check()).toMatchObject({ terminals: 0, up_to_date: 1 })
    // what is no version is none that is newer
    await runs(box, 'factory')
    expect(await check()).toMatchObject({ terminals: 1, up_to_date: 0 })
    const counted = async () =>
      (await server.send('GET', `/api/v2/ver-update/departments?type=${TYPE}`, { as })).body.departments
    expect(await counted()).toMatchObject([{ terminals: 1 }])
    const { device_type: known } = (await server.send('GET', '/api/v2/ver-update/dev-type', { as })).body
    expect(known).toContainEqual({
      id: TYPE,
      title: 'System of a box, for SWUpdate',
      terminals: 1,
      images: 1,
    })

    const { terminalId } = server.fleet.stores.birch
    await server.send('DELETE', `/api/v2/terminals/${terminalId}/box-system/token`, { as })
    expect(await check()).toMatchObject({ terminals: 0, cannot_update: 3 })
    expect(await counted()).toEqual([])
  })
})
