import type { Method } from '@coldkeep/contract/call'
import { type CallName, calls } from '@coldkeep/contract/calls'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { insertPerson } from '../testing/insert-person'
import { COMMAND, NODES, POLL, scriptRig } from '../testing/script-rig'
import { describeEachDatabase } from '../testing/test-database'
import { NOON, type TestServer, testServer } from '../testing/test-server'
import { provideModels } from './provide-models'

const TABLES = '/api/v2/append-poll'
const SCRIPTS = '/api/v2/append-poll-mgr'
const named = (model: string, brand = 'Nordwind') => `brand=${brand}&model=${model}`
const of = (row: readonly unknown[], model: string) => Object.assign([...row], { 1: model })

describeEachDatabase('models and scripts belong to departments', (openDatabase) => {
  let server: TestServer
  beforeAll(async () => {
    server = await testServer({ database: await openDatabase() })
    await provideModels(server.db, { now: NOON, published: async () => {} })
    const { north, south } = server.fleet
    for (const login of ['a_all', 'a_all2']) await insertPerson(server, login, north)
    await insertPerson(server, 'b_all', south)
  })
  afterAll(() => server.close())

  const send = (as: string, method: Method, path: string, body?: object) =>
    server.send(method, path, { as, ...(body && { body }) })
  const answer = async (...sent: Parameters<typeof send>) => {
    const { status, body } = await send(...sent)
    return [status, body?.code]
  }
  const polls = async (as: string, model: string) =>
    (await send(as, 'GET', `${TABLES}/poll-mid?${named(model)}`)).body
  const publish = (as: string, model: string, seen = 0) =>
    send(as, 'POST', `${TABLES}/model-version`, { brand: 'Nordwind', model, note: '', seen })
  const isDone = ([status]: readonly unknown[]) => status === 200

  test('what a department makes is used by itself and below, edited from above, and unknown beside it', async () => {
    expect(isDone(await answer('a_all', 'POST', `${TABLES}/poll-mid`, { mids: [of(POLL, 'N1')] }))).toBe(true)
    const [row] = await polls('a_all', 'N1')
    expect(row).toMatchObject({ owner: { name: 'North' }, can_edit: true })
    expect(await polls('admin', 'N1')).toMatchObject([{ can_edit: true }])
    expect(await polls('b_all', 'N1')).toEqual([])
    const change = { mids: [{ mid: row.mid, row: of(POLL, 'N1') }] }
    expect(await answer('b_all', 'PATCH', `${TABLES}/poll-mid`, change)).toEqual([404, 'instruction.unknown'])
    expect(await answer('b_all', 'GET', `${TABLES}/model-version?${named('N1')}`)).toEqual([
      404,
      'model.unknown',
    ])
    const models = (await send('b_all', 'GET', '/api/v2/device/brand-model')).body
    expect(JSON.stringify(models)).not.toContain('N1')
    expect(isDone(await answer('admin', 'PATCH', `${TABLES}/poll-mid`, change))).toBe(true)
  })

  test('what the company made is seen below, and edited by no one there', async () => {
    await send('admin', 'POST', `${TABLES}/poll-mid`, { mids: [of(POLL, 'C1')] })
    const [{ mid }] = await polls('b_all', 'C1')
    expect(await polls('b_all', 'C1')).toMatchObject([{ owner: { name: 'Frostline' }, can_edit: false }])
    const refused = [403, 'access.owner']
    const change = { mids: [{ mid, row: of(POLL, 'C1') }] }
    expect(await answer('b_all', 'PATCH', `${TABLES}/poll-mid`, change)).toEqual(refused)
    expect(await answer('b_all', 'DELETE', `${TABLES}/poll-mid?mid=${mid}`)).toEqual(refused)
    const more = { mids: [Object.assign(of(POLL, 'C1'), { 2: 'more' })] }
    expect(await answer('b_all', 'POST', `${TABLES}/poll-mid`, more)).toEqual(refused)
    expect(await answer('b_all', 'POST', `${TABLES}/poll-uid`, { mid, rows: NODES })).toEqual(refused)
    await send('admin', 'POST', `${TABLES}/poll-uid`, { mid, rows: NODES })
    const body = { brand: 'Nordwind', model: 'C1', note: '', seen: 0 }
    expect(await answer('b_all', 'POST', `${TABLES}/model-version`, body)).toEqual(refused)
    expect((await publish('admin', 'C1')).status).toBe(200)
  })

  test('no one changes the write of another department or of the product', async () => {
    const [cutOut] = (
      await send('b_all', 'GET', `${TABLES}/write-mid?${named('AK-CC55 Compact', 'Danfoss')}`)
    ).body.filter(({ value }: { value: string[] }) => value[2] === 'cut-out')
    expect(cutOut).toMatchObject({ owner: null, can_edit: false })
    const row = Object.assign([...cutOut.value], { 9: 'light' })
    for (const as of ['b_all', 'admin'] as const)
      expect(await answer(as, 'PATCH', `${TABLES}/write-mid`, { mids: [{ mid: cutOut.mid, row }] })).toEqual([
        403,
        'access.owner',
      ])
    const version = { brand: 'Danfoss', model: 'AK-CC55 Compact', note: '', seen: 1 }
    expect(await answer('admin', 'POST', `${TABLES}/model-version`, version)).toEqual([403, 'access.owner'])
  })

  test('a copy of what one may not edit belongs to the own department under a name of its own', async () => {
    const from = { brand: 'Danfoss', model: 'AK-CC55 Compact' }
    const copy = (new_model: string) =>
      answer('b_all', 'POST', '/api/v2/append-poll/model/save-as', {
        ...from,
        new_brand: 'Danfoss',
        new_model,
      })
    expect(await copy('AK-CC55 Compact')).toEqual([409, 'model.exists'])
    expect(isDone(await copy('AK-CC55 South'))).toBe(true)
    const rows = (await send('b_all', 'GET', `${TABLES}/write-mid?${named('AK-CC55 South', 'Danfoss')}`)).body
    expect(rows).toHaveLength(4)
    expect(rows[0]).toMatchObject({ owner: { name: 'South' }, can_edit: true })
    const seen = await send('a_all', 'GET', `${TABLES}/write-mid?${named('AK-CC55 South', 'Danfoss')}`)
    expect(seen.body).toEqual([])
  })

  test('departments beside each other may use one name; whoever sees both says whose is meant', async () => {
    for (const as of ['a_all', 'b_all'])
      expect(isDone(await answer(as, 'POST', `${TABLES}/poll-mid`, { mids: [of(POLL, 'Twin')] }))).toBe(true)
    expect(await polls('admin', 'Twin')).toHaveLength(2)
    const about = (owner: string) =>
      answer('admin', 'GET', `${TABLES}/model-version?${named('Twin')}${owner}`)
    expect(await about('')).toEqual([409, 'model.several'])
    expect(isDone(await about(`&owner=${server.fleet.north}`))).toBe(true)
    expect(await about('&owner=product')).toEqual([404, 'model.unknown'])
    // for the company it would be a third one, seen by both
    const company = { mids: [of(POLL, 'Twin')], department: String(server.fleet.company) }
    expect(await answer('admin', 'POST', `${TABLES}/poll-mid`, company)).toEqual([409, 'model.exists'])
    const foreign = { mids: [of(POLL, 'Own')], department: String(server.fleet.north) }
    expect(await answer('b_all', 'POST', `${TABLES}/poll-mid`, foreign)).toEqual([404, 'department.unknown'])
  })

  test('a device takes a model that its department uses, and a script goes to stores below its owner', async () => {
    const { alder, cedar } = server.fleet.stores
    const rename = async (as: string, store: typeof alder, model: string) => {
      const { deviceId } = store.freezer
      const list = await send(as, 'GET', `/api/v2/equipment?storeid=${store.storeId}`)
      const device = list.body.devices?.find((one: { id: string }) => one.id === String(deviceId))
      const { name, type, zone, terminal, port, unit_id, contracted_kw, demand_interval_minutes } = device
      const draft = { name, type, zone, terminal, port, unit_id, contracted_kw, demand_interval_minutes }
      return answer(as, 'PATCH', `/api/v2/equipment/${deviceId}`, { ...draft, brand: 'Nordwind', model })
    }
    expect(await rename('admin', cedar, 'N1')).toEqual([404, 'model.unknown'])
    expect(isDone(await rename('admin', alder, 'N1'))).toBe(true)
    const usedAt = (await send('admin', 'GET', `/api/v2/device/brand-model?storeid=${cedar.storeId}`)).body
    expect(usedAt.models.Nordwind).toEqual(['C1', 'Twin'])

    const rig = scriptRig(server)
    await send('a_all', 'POST', `${SCRIPTS}/project`, { projects: [{ name: 'Of North' }] })
    const [folder] = (await send('a_all', 'GET', `${SCRIPTS}/project`)).body
    expect(folder).toMatchObject({ owner: { name: 'North' }, can_edit: true })
    const file = { name: 'Every minute', project_id: folder.id, duration: 60 }
    await send('a_all', 'POST', `${SCRIPTS}/script-file`, { projects: [file] })
    const [{ id }] = (await send('a_all', 'GET', `${SCRIPTS}/script-file?project=${folder.id}`)).body
    const row = Object.assign([...COMMAND], { 1: 'C1', 3: '1', 4: 'Freezer 1' })
    await send('a_all', 'POST', `${SCRIPTS}/cmd-collection`, { 'script-file': id, rows: [row] })
    await rig.givePort(alder)
    await rig.givePort(cedar)
    const checked = await send('admin', 'POST', `${SCRIPTS}/patch-to-store/check`, {
      script_file: id,
      store_ids: [String(alder.storeId), String(cedar.storeId)],
      adds_devices: true,
    })
    expect(checked.body.faulty).toContainEqual({
      store: expect.objectContaining({ code: 'S001' }),
      faults: expect.arrayContaining([expect.objectContaining({ code: 'script_elsewhere' })]),
    })
    const unseen = await answer('b_all', 'GET', `${SCRIPTS}/cmd-collection?script-file=${id}`)
    expect(unseen).toEqual([404, 'script.unknown'])
    // of models that are used in the department of the script only
    const twin = Object.assign([...row], { 0: 'Danfoss', 1: 'AK-CC55 South' })
    const added = { 'script-file': id, rows: [twin] }
    expect(await answer('admin', 'POST', `${SCRIPTS}/cmd-collection`, added)).toEqual([
      400,
      'request.malformed',
    ])
  })

  describe('whatever is sent by an account of a department', () => {
    const areas = /append-poll|brand-model/
    const names = (Object.keys(calls) as CallName[]).filter((name) => areas.test(calls[name].path))

    /** Rows of the product, the company and North with a sum over them. */
    const foreignRows = async () => {
      const { south } = server.fleet
      const models = sql`select device_model_id from device_model where department_id is distinct from ${south}`
      const folders = sql`select script_folder_id from script_folder where department_id <> ${south}`
      const scripts = sql`select poll_script_id from poll_script where script_folder_id in (${folders})`
      const parts = Object.entries({
        device_model: sql`device_model_id in (${models})`,
        poll_command: sql`device_model_id in (${models})`,
        write_command: sql`device_model_id in (${models})`,
        model_version: sql`device_model_id in (${models})`,
        point_definition: sql`poll_command_id in (select poll_command_id from poll_command
          where device_model_id in (${models}))`,
        script_folder: sql`script_folder_id in (${folders})`,
        poll_script: sql`poll_script_id in (${scripts})`,
        script_command: sql`poll_script_id in (${scripts})`,
        limit_rule: sql`script_command_id in (select script_command_id from script_command
          where poll_script_id in (${scripts}))`,
      }).map(
        ([table, isForeign]) => sql`select ${table} as name, count(*)::int as rows,
          md5(string_agg(t::text, '|' order by t::text)) as sum from ${sql.table(table)} t where ${isForeign}`,
      )
      return (
        await sql<{ name: string; rows: number }>`${sql.join(parts, sql` union all `)}`.execute(server.db)
      ).rows
    }

    test('no row of the product, of a department above or beside it is another afterwards', async () => {
      const [{ mid }] = await polls('admin', 'C1')
      const [{ mid: write }] = (await send('admin', 'GET', `${TABLES}/write-mid?${named('XR77U', 'Dixell')}`))
        .body
      const [{ uid }] = (await send('admin', 'GET', `${TABLES}/poll-uid?mid=${mid}`)).body
      const [folder] = (await send('admin', 'GET', `${SCRIPTS}/project`)).body
      const [script] = (await send('admin', 'GET', `${SCRIPTS}/script-file?project=${folder.id}`)).body
      const [command] = (await send('admin', 'GET', `${SCRIPTS}/cmd-collection?script-file=${script.id}`))
        .body
      const limit = ['Air', '°C', -25, 5, -18, 5, 30]
      const rule = { script_file: script.id, script_cmd: command.uid, rows: [limit] }
      await send('admin', 'POST', `${SCRIPTS}/alarm-rule`, rule)
      const before = await foreignRows()
      expect(before.filter(({ rows }) => rows === 0)).toEqual([])
      const poll = of(POLL, 'C1')
      const bodies: readonly object[] = [
        { mids: [poll] },
        { mids: [{ mid, row: poll }] },
        { mids: [{ mid: write, row: [...poll.slice(0, 5), '06 00 01 00 01', false, true, true] }] },
        { mid, rows: NODES },
        { mid, uids: [{ uid, row: NODES[0] }] },
        { brand: 'Nordwind', model: 'C1', note: '', seen: 1 },
        { brand: 'Nordwind', model: 'C1', version: 1 },
        { projects: [{ name: 'Mine', id: folder.id }] },
        { projects: [{ name: 'Mine', project_id: folder.id, duration: 60 }] },
        { projects: [{ name: 'Mine', project_id: folder.id, duration: 60, id: script.id }] },
        { script_file: script.id, project_id: folder.id, name: 'Mine' },
        { 'script-file': script.id, rows: [command.value] },
        { collections: [{ id: command.uid, row: command.value }] },
        rule,
        { script_file: script.id, script_cmd: command.uid, rows: [{ uid: '1', row: limit }] },
      ]
      const ids = [mid, write, uid, folder.id, script.id, command.uid, '1']
      let sent = 0
      let refused = 0
      for (const name of names.filter((one) => calls[one].method !== 'GET')) {
        const { method, path } = calls[name]
        const tries =
          method === 'DELETE'
            ? ids.flatMap((one) =>
                ['mid', 'uid', 'id'].map((field) => [`?${field}=${one}`, undefined] as const),
              )
            : bodies.map((body) => ['', body] as const)
        for (const [query, body] of tries) {
          const { status } = await send('b_all', method, `${path}${query}`, body)
          expect(status, `${name} ${JSON.stringify(body)}`).toBeLessThan(500)
          sent += 1
          if (status === 403 || status === 404) refused += 1
        }
      }
      expect(await foreignRows()).toEqual(before)
      expect(sent).toBeGreaterThan(200)
      // they are refused for whose they are, not for how they are written
      expect(refused).toBeGreaterThan(30)
    })
  })
})
