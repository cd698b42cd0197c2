import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { COMMAND, type ScriptRig, scriptRig } from '../testing/script-rig'
import { auditOf } from '../testing/terminal-records'
import { describeEachDatabase } from '../testing/test-database'
import { type Received, type TestServer, testServer } from '../testing/test-server'

const RULE = ['Air', '°C', -30, 15, -15, 0, 30]

describeEachDatabase('script files', (openDatabase) => {
  let server: TestServer
  let rig: ScriptRig
  beforeAll(async () => {
    server = await testServer({ database: await openDatabase() })
    rig = scriptRig(server)
    await rig.publish()
  })
  afterAll(() => server.close())
  beforeEach(async () => {
    await server.db.deleteFrom('pollScript').execute()
    await server.db.deleteFrom('scriptFolder').execute()
  })

  const refusal = ({ status, body }: Received) => [status, body.code, body.fields ?? {}]
  const folders = () => rig.read('GET', '/api/v2/append-poll-mgr/project')
  const files = (folder: string) => rig.read('GET', `/api/v2/append-poll-mgr/script-file?project=${folder}`)
  const commands = (script: string) =>
    rig.read('GET', `/api/v2/append-poll-mgr/cmd-collection?script-file=${script}`)
  const rules = (script: string) =>
    rig.read('GET', `/api/v2/append-poll-mgr/alarm-rule?script-file=${script}`)
  const addCommands = (script: string, ...rows: unknown[]) =>
    rig.send('POST', '/api/v2/append-poll-mgr/cmd-collection', { 'script-file': script, rows })

  test('folders hold script files; one that holds some stays, and names are told once', async () => {
    expect(
      (await rig.send('POST', '/api/v2/append-poll-mgr/project', { projects: [{ name: 'Chillers' }] }))
        .status,
    ).toBe(200)
    expect(
      refusal(
        await rig.send('POST', '/api/v2/append-poll-mgr/project', { projects: [{ name: 'Chillers' }] }),
      ),
    ).toEqual([409, 'script.exists', { 'projects.0.name': 'choice' }])
    const [{ id }] = await folders()
    const draft = { name: 'Every minute', project_id: id, duration: 60 }
    expect(
      (await rig.send('POST', '/api/v2/append-poll-mgr/script-file', { projects: [draft] })).status,
    ).toBe(200)
    expect(
      (await rig.send('POST', '/api/v2/append-poll-mgr/script-file', { projects: [draft] })).body.code,
    ).toBe('script.exists')
    expect(
      refusal(
        await rig.send('POST', '/api/v2/append-poll-mgr/script-file', {
          projects: [{ ...draft, project_id: '999999' }],
        }),
      ),
    ).toEqual([404, 'script.unknown', { 'projects.0.project_id': 'choice' }])
    const owner = { id: expect.any(String), name: 'Frostline' }
    expect(await folders()).toEqual([
      { id, name: 'Chillers', revision: 1, scripts: 1, owner, can_edit: true },
    ])
    const file = { ...draft, revision: 1, commands: 0, worst_ms: 0 }
    expect(await files(id)).toEqual([{ ...file, id: expect.any(String) }])
    expect((await rig.send('DELETE', `/api/v2/append-poll-mgr/project?id=${id}`)).body.code).toBe(
      'script.folder_full',
    )
    const [{ id: script }] = await files(id)
    const late = { projects: [{ ...draft, id: script, name: 'Slow', revision: 1 }] }
    expect((await rig.send('PATCH', '/api/v2/append-poll-mgr/script-file', late)).status).toBe(200)
    expect((await rig.send('PATCH', '/api/v2/append-poll-mgr/script-file', late)).body.code).toBe(
      'row.changed',
    )
    const renamed = { projects: [{ id, name: 'Cases', revision: 1 }] }
    expect((await rig.send('PATCH', '/api/v2/append-poll-mgr/project', renamed)).status).toBe(200)
    expect(
      (await rig.send('DELETE', `/api/v2/append-poll-mgr/script-file?id=${script}&revision=2`)).status,
    ).toBe(200)
    expect((await rig.send('DELETE', `/api/v2/append-poll-mgr/project?id=${id}&revision=2`)).status).toBe(200)
    expect(await folders()).toEqual([])
    expect(await auditOf(server, 'Slow')).toEqual([
      'script.change · Ada · done',
      'script.remove · Ada · done',
    ])
  })

  test('commands name what is published; unknown models, codes and units are refused at their cell', async () => {
    const script = await rig.script('Cases', COMMAND)
    expect(await commands(script)).toEqual([
      { uid: expect.any(String), value: COMMAND, revision: 1, rules: 0 },
    ])
    const changed = (place: number, value: unknown) =>
      COMMAND.map((cell, at) => (at === place ? value : cell))
    const cases: [unknown[], unknown[]][] = [
      [changed(1, 'T9'), [400, 'request.malformed', { 'rows.0.1': 'choice' }]],
      [changed(2, 'other'), [400, 'request.malformed', { 'rows.0.2': 'choice' }]],
      [changed(3, '0'), [400, 'request.malformed', { 'rows.0.3': 'range' }]],
      [changed(3, '248'), [400, 'request.malformed', { 'rows.0.3': 'range' }]],
      [changed(5, 11), [400, 'request.malformed', { 'rows.0.5': 'range' }]],
      [changed(7, 19), [400, 'request.malformed', { 'rows.0.7': 'range' }]],
      [COMMAND, [409, 'script.exists', { 'rows.0.3': 'choice' }]],
    ]
    for (const [row, answer] of cases) expect(refusal(await addCommands(script, row))).toEqual(answer)
    expect(await commands(script)).toHaveLength(1)
    // what a script polls stays where it is
    const [{ mid }] = await rig.read('GET', '/api/v2/append-poll/poll-mid?brand=Nordwind')
    const used = await rig.send('DELETE', `/api/v2/append-poll/poll-mid?mid=${mid}`)
    expect([used.status, used.body.code, used.body.message]).toEqual([
      409,
      'instruction.in_use',
      expect.stringContaining('Folder of Cases / Cases'),
    ])
  })

  test('a cycle that could not end within the period is refused where it is typed', async () => {
    const script = await rig.script('Cases', COMMAND)
    const [{ id: folder }] = await folders()
    // two attempts of 500 ms with 600 ms of rest between them
    expect((await files(folder))[0].worst_ms).toBe(1_600)
    // eleven attempts of 10 s with a rest of 600 ms between them are 116 s, with the first one and a rest 118.2 s
    const slow = [...COMMAND.slice(0, 3), '6', 'Case 6', 10, 50, 10_000]
    const refused = await addCommands(script, slow)
    expect(refusal(refused)).toEqual([409, 'script.too_slow', { 'rows.0.5': 'range', 'rows.0.7': 'range' }])
    expect(refused.body.message).toContain('119 s')
    // Nine tenths of 120 s are 108 s.
    expect(refused.body.message).toContain('300 s would do')
    const [{ uid }] = await commands(script)
    const change = { collections: [{ id: uid, row: [...COMMAND.slice(0, 5), 10, 50, 10_000], revision: 1 }] }
    expect(refusal(await rig.send('PATCH', '/api/v2/append-poll-mgr/cmd-collection', change))).toEqual([
      409,
      'script.too_slow',
      { 'collections.0.row.5': 'range', 'collections.0.row.7': 'range' },
    ])
    const period = { projects: [{ id: script, project_id: folder, name: 'Cases', duration: 1 }] }
    expect(refusal(await rig.send('PATCH', '/api/v2/append-poll-mgr/script-file', period))).toEqual([
      409,
      'script.too_slow',
      { 'projects.0.duration': 'range' },
    ])
    expect((await commands(script))[0]).toMatchObject({ value: COMMAND, revision: 1 })
  })

  test('alarm rules are of the nodes of a command, with low below high', async () => {
    const script = await rig.script('Cases', COMMAND)
    const [{ uid: command }] = await commands(script)
    const owner = { script_file: script, project: '1', script_cmd: command }
    const add = (row: unknown[]) =>
      rig.send('POST', '/api/v2/append-poll-mgr/alarm-rule', { ...owner, rows: [row] })
    const changed = (place: number, value: unknown) => RULE.map((cell, at) => (at === place ? value : cell))
    const cases: [unknown[], unknown[]][] = [
      [changed(0, 'Fan'), [400, 'request.malformed', { 'rows.0.0': 'choice' }]],
      [changed(1, 'K'), [400, 'request.malformed', { 'rows.0.1': 'choice' }]],
      [changed(2, -15), [400, 'request.malformed', { 'rows.0.4': 'range' }]],
      [changed(3, 1441), [400, 'request.malformed', { 'rows.0.3': 'range' }]],
      [changed(6, -2), [400, 'request.malformed', { 'rows.0.6': 'range' }]],
    ]
    for (const [row, answer] of cases) expect(refusal(await add(row))).toEqual(answer)
    expect((await add(RULE)).status).toBe(200)
    expect(refusal(await add(RULE))).toEqual([409, 'script.exists', { 'rows.0.0': 'choice' }])
    const [{ uid, value }] = await rules(script)
    expect(value).toEqual(RULE)
    // 154 is the code of the whole table: its rules, and whichever command has the node
    const table = '/api/v2/append-poll-mgr/alarm-rule'
    expect(await rig.read('GET', `${table}?project=1&script-file=${script}&cmd-alias=154`)).toHaveLength(1)
    const byTable = { script_file: script, project: '1', script_cmd: '154' }
    expect(refusal(await rig.send('POST', table, { ...byTable, rows: [RULE] }))[1]).toBe('script.exists')
    expect((await rig.send('DELETE', `${table}?id=${uid}`)).status).toBe(200)
    expect((await rig.send('POST', table, { ...byTable, rows: [RULE] })).status).toBe(200)
    const [{ uid: again, script_cmd }] = await rules(script)
    expect(script_cmd).toBe(command)
    const same = { ...byTable, rows: [{ uid: again, row: RULE, revision: 1 }] }
    expect((await rig.send('PATCH', table, same)).status).toBe(200)
    expect((await rig.send('DELETE', `${table}?id=${again}`)).status).toBe(200)
    expect((await add(RULE)).status).toBe(200)
    const [{ uid: third }] = await rules(script)
    // low may lie above high where one of them is switched off
    const off = changed(3, -1).map((cell, at) => (at === 2 ? 0 : cell))
    const change = { ...owner, rows: [{ uid: third, row: off, revision: 1 }] }
    expect((await rig.send('PATCH', '/api/v2/append-poll-mgr/alarm-rule', change)).status).toBe(200)
    expect((await rules(script))[0]).toMatchObject({ value: off, revision: 2, script_cmd: command })
    expect((await commands(script))[0].rules).toBe(1)
    expect(
      (await rig.send('DELETE', `/api/v2/append-poll-mgr/alarm-rule?id=${third}&revision=2`)).status,
    ).toBe(200)
    expect(
      (await rig.send('DELETE', `/api/v2/append-poll-mgr/cmd-collection?id=${command}&revision=1`)).status,
    ).toBe(200)
    expect(await commands(script)).toEqual([])
  })

  test('without an id the status of a patch is that of the newest', async () => {
    const patch = '/api/v2/append-poll-mgr/patch-to-store'
    const script = await rig.script('Cases', COMMAND)
    const store_ids = [String(server.fleet.stores.alder.storeId)]
    const ids = []
    for (const mode of ['deploy', 'remove']) {
      const { body } = await rig.send('POST', patch, { mode, script_file: script, store_ids, note: '' })
      ids.push(body.id)
    }
    for (const path of [`${patch}/status`, `${patch}/status?id=`]) {
      expect((await rig.read('GET', path)).patch).toMatchObject({ id: ids[1], mode: 'remove' })
    }
  })

  test('saved under another name, a script file has the same commands and rules, and its own ids', async () => {
    const script = await rig.script('Cases', COMMAND)
    const [{ uid: command }] = await commands(script)
    await rig.send('POST', '/api/v2/append-poll-mgr/alarm-rule', {
      script_file: script,
      script_cmd: command,
      rows: [RULE],
    })
    const [{ id: folder }] = await folders()
    const copy = (name: string) =>
      rig.send('POST', '/api/v2/append-poll-mgr/script-files/save-as', {
        script_file: script,
        project_id: folder,
        name,
      })
    expect(refusal(await copy('Cases'))).toEqual([409, 'script.exists', { name: 'choice' }])
    const { body } = await copy('Cases by night')
    expect(
      (await files(folder)).map(({ name, duration }: { name: string; duration: number }) => [name, duration]),
    ).toEqual([
      ['Cases', 60],
      ['Cases by night', 60],
    ])
    const [copied] = await commands(body.id)
    expect([copied.value, copied.uid === command]).toEqual([COMMAND, false])
    expect(
      (await rules(body.id)).map((row: { value: unknown; script_cmd: string }) => [
        row.value,
        row.script_cmd,
      ]),
    ).toEqual([[RULE, copied.uid]])
  })
})
