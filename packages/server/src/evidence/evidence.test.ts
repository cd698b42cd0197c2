import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { completeFigures } from '@coldkeep/domain/analysis/figures'
import { days, type EpochMs, later } from '@coldkeep/domain/time/instant'
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '../db/connect'
import { type EvidenceRig, evidenceRig } from '../testing/evidence-rig'
import { hasPoppler, readPdf, WITHOUT_POPPLER } from '../testing/poppler'
import { describeEachKind, testDatabase } from '../testing/test-database'
import { filesOf, zipOf } from '../testing/zip-files'
import { openPack } from './open-pack'
import { verifyPack } from './verify-pack'

const run = promisify(execFile)
describeEachKind('evidence of insured devices', (kind) => {
  let database: Database
  let rig: EvidenceRig
  let folder: string
  let files: Map<string, Buffer>
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'evidence-'))
    database = await testDatabase(kind)
    rig = await evidenceRig(database)
    const { alarms } = (await rig.server.send('GET', '/api/v2/alarms?state=all', { as: 'admin' })).body
    await rig.server.send('POST', '/api/v2/alarms/acknowledge', {
      as: 'admin',
      body: { ids: [alarms[0].id], comment: 'Door was open, closed it' },
    })
    files = await filesOf(await rig.fetch(await rig.order()))
  })
  afterAll(async () => {
    await rig.close()
    await database.close()
    await rm(folder, { recursive: true, force: true })
  })

  const table = (path: string): string[][] => parse(files.get(path) ?? '', { bom: true })
  const samples = (deviceId: number) => `samples/device-${deviceId}.csv`

  test('the pack holds these files', () => {
    expect([...files.keys()].sort()).toEqual(
      [
        'README.txt',
        'alarm-history.csv',
        'alarms.csv',
        'calibrations.csv',
        'correction-history.csv',
        'corrections.csv',
        'defrosts.csv',
        'detail.csv',
        'evidence.pdf',
        'excursions.csv',
        'gaps.csv',
        'manifest.json',
        'manifest.sig',
        'public-key.pem',
        samples(rig.freezer.deviceId),
        samples(rig.chilled.deviceId),
      ].sort(),
    )
  })

  test('detail: 70 minutes at 7.4 °C are a breach; of 1440 minutes 55 are not known', () => {
    const [head, ...rows] = table('detail.csv')
    expect(head?.slice(0, 5)).toEqual(['Device no.', 'Device', 'Day', 'Zone', 'Insured until'])
    const chilled = rows.find(([id]) => id === String(rig.chilled.deviceId))
    // (70 · 7.4 + 1315 · 4) / 1385 = 4.17; mean kinetic 4.21; 70 · 0.4 = 28; 1385 / 1440 = 96.2 %
    expect(chilled?.slice(2)).toEqual([
      ...['2026-11-19', 'Chilled 7 °C', '2026-12-05', '0', '7', '', '7'],
      ...['4.17', '4', '7.4', '4.21', '70', '28', '70', '1440', '1385', '55', '96.2', '45', 'Breach'],
    ])
    const freezer = rows.find(([id]) => id === String(rig.freezer.deviceId))
    expect(freezer?.slice(9)).toEqual([
      ...['-20', '-20', '-20', '-20', '0', '0', '0', '1440', '1385', '55', '96.2', '0', 'Protected'],
    ])
  })

  test('a name that a spreadsheet would run is kept as it is where it is none, quoted where it is', () => {
    expect(table('detail.csv').some(([, name]) => name === '冷藏櫃=1')).toBe(true)
  })

  test('the excursion, the gap, the defrost and its mask, to the minute', () => {
    const own = (path: string) => table(path).filter(([id]) => id === String(rig.chilled.deviceId))
    const at = (clock: string) => `2026-11-19T${clock}:00+08:00`
    expect(own('excursions.csv').map((row) => row.slice(2))).toEqual([
      [at('10:00'), at('11:10'), '70', '7.4', '7', '28'],
    ])
    expect(own('gaps.csv').map((row) => row.slice(2))).toEqual([[at('14:05'), at('15:00'), '55']])
    expect(own('defrosts.csv').map((row) => row.slice(2))).toEqual([
      ['Defrost', at('12:00'), at('12:20'), '20'],
      ['Defrost mask', at('12:00'), at('12:45'), '45'],
    ])
  })

  test('every sample with quality, mask and limits; where nothing was read there is no row', () => {
    const [, ...rows] = table(samples(rig.chilled.deviceId))
    const food = rows.filter(([id]) => id === String(rig.foodPointId))
    // 288 of the day less the 12 of one hour
    expect(food).toHaveLength(276)
    expect(rows).toHaveLength(2 * 276)
    const row = (clock: string) => food.find(([, , , time]) => time === `2026-11-19T${clock}:00+08:00`)
    const words = ['Food', 'Product temperature']
    const limits = ['0', '7', '', '7']
    expect(row('10:00')?.slice(1)).toEqual([
      ...words,
      ...['2026-11-19T10:00:00+08:00', '7.4', '°C', '0', 'Good', '0'],
      ...limits,
      '7.4',
    ])
    expect(row('16:00')?.slice(4)).toEqual(['', '°C', '1', 'No answer', '0', ...limits, ''])
    expect(row('12:40')?.[8]).toBe('1')
    expect(row('12:45')?.[8]).toBe('0')
    expect(row('14:00')).toBeUndefined()
    const air = rows.find(([id, , , time]) => id !== String(rig.foodPointId) && time?.includes('T12:30'))
    expect(air?.[4]).toBe('9')
    // judged is the food probe, so beside the air there is nothing
    expect(air?.at(-1)).toBe('')
    expect(table(samples(rig.freezer.deviceId))[1]?.at(-1)).toBe('-20')
  })

  test('the alarm with who acknowledged it, when, and what was written', () => {
    const [, alarm] = table('alarms.csv')
    expect(alarm?.[4]).toContain('冷藏櫃=1')
    expect(alarm?.slice(6, 7)).toEqual(['2026-11-19T10:00:00+08:00'])
    expect(alarm?.slice(8)).toEqual(['2026-11-20T12:00:00+08:00', 'Ada'])
    const deed = table('alarm-history.csv').find((row) => row[4] === 'Ada')
    expect(deed?.slice(1)).toEqual([
      ...['2026-11-20T12:00:00+08:00', '2026-11-20T12:00:00+08:00'],
      ...['Acknowledged', 'Ada', 'Door was open, closed it'],
    ])
  })

  test('a probe without calibration says so', () => {
    const [, ...rows] = table('calibrations.csv')
    expect(rows.map((row) => row.slice(3))).toContainEqual([
      'Food',
      'Product temperature',
      'no calibration date recorded',
      '',
      '',
    ])
  })

  test('the pages say in four languages what the tables say, in fonts that lie in the file', async ({
    skip,
  }) => {
    skip(!hasPoppler, WITHOUT_POPPLER)
    const wordsOf = {
      en: ['Evidence of temperature protection', 'Breach', 'no calibration date'],
      ja: ['温度保証の証拠書類', '保証逸脱', '校正日の記録なし'],
      'zh-CN': ['温度保障证明', '未达标', '没有校准日期记录'],
      'zh-TW': ['溫度保障證明', '未達標', '沒有校正日期紀錄'],
    }
    for (const [language, words] of Object.entries(wordsOf)) {
      const pack = await filesOf(await rig.fetch(await rig.order({ language })))
      const { text, fonts } = await readPdf(pack.get('evidence.pdf') ?? Buffer.of())
      for (const word of [...words, '冷藏櫃=1', '2026-11-19 14:05', '2026-11-19 15:00', '7.4 °C'])
        expect(text).toContain(word)
      const digest = JSON.parse(String(pack.get('manifest.json'))).data_digest
      expect(text).toContain(digest)
      expect(fonts.length).toBeGreaterThan(0)
      // name, type, encoding, then whether it is embedded, a subset, and can be copied
      for (const row of fonts) expect(row).toMatch(/Identity-H\s+yes yes yes/)
    }
  }, 60_000)

  test('one changed byte of each file in turn is found, and the file named', async () => {
    const verify = async (changed: ReadonlyMap<string, Buffer>) => {
      const path = join(folder, `${kind}-changed.zip`)
      await writeFile(path, await zipOf(changed))
      const pack = await openPack(path)
      const report = await verifyPack(pack, null)
      await pack.close()
      return report.faults.map((fault) => `${fault.path} ${fault.reason}`)
    }
    expect(await verify(files)).toEqual([])
    for (const [path, content] of files) {
      for (const at of [0, Math.floor(content.length / 2), content.length - 1]) {
        const bytes = Buffer.from(content)
        bytes[at] = (bytes[at] as number) ^ 1
        const found = await verify(new Map([...files, [path, bytes]]))
        expect(found.length, `${path} at ${at}`).toBeGreaterThan(0)
        expect(
          found.every((fault) => fault.startsWith(`${path} `)),
          found.join(),
        ).toBe(true)
      }
      const rest = new Map([...files].filter(([other]) => other !== path))
      expect(await verify(rest)).toContain(`${path} missing`)
    }
    expect(await verify(new Map([...files, ['more.csv', Buffer.from('x')]]))).toEqual(['more.csv added'])
  }, 60_000)

  test('a file whose compressed bytes are damaged is named too', async () => {
    const zip = await rig.fetch(await rig.order())
    const name = Buffer.from('detail.csv')
    // local header: name, then the compressed bytes
    const damaged = Buffer.from(zip)
    const at = damaged.indexOf(name) + name.length + 20
    damaged[at] = (damaged[at] as number) ^ 0xff
    const path = join(folder, `${kind}-damaged.zip`)
    await writeFile(path, damaged)
    const pack = await openPack(path)
    const { faults } = await verifyPack(pack, null)
    await pack.close()
    expect(faults.map((fault) => fault.path)).toEqual(['detail.csv'])
  })

  test('who sees no chilled 4 °C equipment gets none, and a link ends when it is withheld', async () => {
    const { db, fleet } = rig.server
    await db.updateTable('device').set({ zone: 'C4' }).where('deviceId', '=', rig.chilled.deviceId).execute()
    const id = await rig.order({ start: '2026-11-18' })
    const withhold = await db
      .updateTable('devicePermissionType')
      .set({ sees: ['walk_in'] })
      .returning('devicePermissionTypeId')
      .execute()
    expect(withhold.length).toBeGreaterThan(0)
    const { status, body } = await rig.server.send('POST', `/api/v2/downloads/${id}/link`, { as: 'admin' })
    expect([status, body.code]).toEqual([403, 'access.equipment'])
    const own = await filesOf(await rig.fetch(await rig.order({ start: '2026-11-19' })))
    expect([...own.keys()].filter((path) => path.startsWith('samples/'))).toEqual([
      samples(rig.freezer.deviceId),
    ])
    expect(String(own.get('detail.csv'))).not.toContain('冷藏櫃')
    expect(fleet.stores.alder.storeId).toBeGreaterThan(0)
    await db
      .updateTable('devicePermissionType')
      .set({ sees: ['walk_in', 'c4'] })
      .execute()
    await db.updateTable('device').set({ zone: 'C7' }).where('deviceId', '=', rig.chilled.deviceId).execute()
  })

  test('what cannot be is refused with what is wrong; the days end today', async () => {
    const { stores } = rig.server.fleet
    const order = (start: string, end: string, store_id = String(stores.alder.storeId), as = 'admin') =>
      rig.server.send('POST', '/api/v2/qa-temp/dl', {
        as,
        body: { store_id, start: `${start}T00:00:00`, end: `${end}T23:59:59` },
      })
    const codeOf = async (...parameters: Parameters<typeof order>) => {
      const { status, body } = await order(...parameters)
      return [status, body.code]
    }
    expect(await codeOf('2026-11-19', '2026-11-18')).toEqual([400, 'period.reversed'])
    expect(await codeOf('2026-10-01', '2026-11-01')).toEqual([400, 'period.too_long'])
    expect(await codeOf('2026-11-21', '2026-11-21')).toEqual([409, 'evidence.not_begun'])
    expect(await codeOf('2025-11-21', '2025-11-21')).toEqual([409, 'evidence.not_insured'])
    expect(await codeOf('2026-11-19', '2026-11-19', '999999')).toEqual([404, 'store.unknown'])
    expect(await codeOf('2026-11-19', '2026-11-19', String(stores.birch.storeId))).toEqual([
      409,
      'evidence.not_insured',
    ])
    expect(await codeOf('2026-11-19', '2026-11-19', undefined, 'north')).toEqual([403, 'access.page'])
    const { body } = await order('2026-11-20', '2026-11-26')
    expect(body.url).toBe(`/DownloadQualityAssuranceData?pack=${body.id}`)
    const listed = (await rig.server.send('GET', '/api/v2/qa-temp/dl/records', { as: 'admin' })).body
    expect(listed[0]).toMatchObject({ id: body.id, state: 'waiting', title: 'N001 Alder Street, 2026-11-20' })
    await rig.server.send('POST', `/api/v2/downloads/${body.id}/cancel`, { as: 'admin' })
  })

  test('nothing of a pack that was made or given up stays in the work folder', async () => {
    const work = join(rig.server.downloads.files.folder, '..', 'evidence-work')
    expect(await readdir(work)).toEqual([])
  })

  test('a calibration up to the end of the period is named, a later one is not', async () => {
    const { deviceId } = rig.chilled
    const remove = (id: string) =>
      rig.server.send('DELETE', `/api/v2/equipment/${deviceId}/calibrations/${id}`, { as: 'admin' })
    const add = (checked_on: string, certificate: string, point = String(rig.foodPointId)) =>
      rig.server.send('POST', `/api/v2/equipment/${rig.chilled.deviceId}/calibrations`, {
        as: 'admin',
        body: { point, checked_on, checked_by: 'Polar', certificate },
      })
    expect((await add('2026-05-04', 'K-1')).status).toBe(200)
    expect((await add('2026-11-19', 'K-2')).status).toBe(200)
    const { body } = await add('2026-11-20', 'K-3')
    const food = body.find((probe: { name: string }) => probe.name === 'Food')
    expect(food.calibrations.map((one: { certificate: string }) => one.certificate)).toEqual([
      'K-3',
      'K-2',
      'K-1',
    ])
    expect((await add('2026-11-20', 'K-4')).body).toMatchObject({ code: 'calibration.exists' })
    expect((await add('2026-11-21', 'K-5')).body.fields).toEqual({ checked_on: 'range' })
    expect((await add('2026-11-20', 'K-6', '999999')).body).toMatchObject({ code: 'point.unknown' })
    const pack = await filesOf(await rig.fetch(await rig.order({ language: 'zh-TW' })))
    const rows: string[][] = parse(pack.get('calibrations.csv') ?? '', { bom: true })
    expect(rows.find((row) => row[3] === 'Food')?.slice(5)).toEqual(['2026-11-19', 'Polar', 'K-2'])

    const gone = await remove(food.calibrations[0].id)
    expect(gone.status).toBe(200)
    const again = await remove(food.calibrations[0].id)
    expect(again.body.code).toBe('calibration.unknown')
    const { entries } = (
      await rig.server.send('GET', '/api/v2/audit?kind=equipment.uncalibrate', { as: 'admin' })
    ).body
    expect(entries[0].detail.before).toMatchObject({ checked_on: '2026-11-20', certificate: 'K-3' })
    const left = await rig.server.send('GET', `/api/v2/equipment/${rig.chilled.deviceId}/calibrations`, {
      as: 'admin',
    })
    expect(left.body.find((probe: { name: string }) => probe.name === 'Food').calibrations).toHaveLength(2)
  })

  test('limits are those that had been chosen when the day began, whatever was chosen since', async () => {
    const { db, clock, fleet } = rig.server
    const choose = (high: number, changedAt: EpochMs) =>
      db
        .insertInto('figureChoice')
        .values({
          ...{ scope: 'store', scopeId: fleet.stores.alder.storeId, figureGroup: 'FZ', changedAt },
          figures: { ...completeFigures('FZ'), high },
        })
        .execute()
    const judged = async () => {
      const pack = await filesOf(await rig.fetch(await rig.order()))
      const rows: string[][] = parse(pack.get('detail.csv') ?? '', { bom: true })
      const row = rows.find(([id]) => id === String(rig.freezer.deviceId))
      return [row?.[6], row?.at(-1)]
    }
    await choose(-25, clock.now())
    expect(await judged()).toEqual(['-18', 'Protected'])
    await choose(-21, later(clock.now(), -days(2)))
    expect(await judged()).toEqual(['-21', 'Breach'])
  })

  test('the verifier accepts the pack, and after one changed byte names the file, for each in turn', async () => {
    const verify = async (path: string, ...options: string[]) => {
      const command = ['--import', 'tsx', 'packages/server/src/evidence-verify.ts', path, ...options]
      const result = await run(process.execPath, command).catch((error) => error)
      return { code: result.code ?? 0, lines: String(result.stdout).trim().split('\n'), error: result.stderr }
    }
    const path = join(folder, `${kind}.zip`)
    const zip = await rig.fetch(await rig.order())
    await writeFile(path, zip)
    const { body } = await rig.server.send('GET', '/api/v2/qa-temp/dl/pageinfo', { as: 'admin' })
    const key = join(folder, `${kind}.pem`)
    await writeFile(key, body.public_key)
    const accepted = await verify(path, '--key', key)
    expect(accepted).toMatchObject({ code: 0, error: '' })
    expect(accepted.lines[0]).toMatch(/^The pack holds: store N001 Alder Street, 2026-11-19 to 2026-11-19/)
    expect(accepted.lines[2]).toBe(`Signed with the key: ${body.fingerprint}`)

    const { pub: foreign } = await foreignKey(folder)
    expect(await verify(path, '--key', foreign)).toMatchObject({
      code: 1,
      lines: [expect.stringMatching(/^public-key\.pem is not the key/), 'This pack does not hold.'],
    })
    await writeFile(path, 'no zip')
    expect((await verify(path)).code).toBe(2)
    expect((await verify(join(folder, 'nothing.zip'))).code).toBe(2)
  }, 60_000)
})

async function foreignKey(folder: string): Promise<{ pub: string }> {
  const { generateKeyPairSync } = await import('node:crypto')
  const pub = join(folder, `${randomBytes(4).toString('hex')}.pem`)
  const { publicKey } = generateKeyPairSync('ed25519')
  await writeFile(pub, publicKey.export({ type: 'spki', format: 'pem' }))
  expect(await readFile(pub, 'utf8')).toContain('PUBLIC KEY')
  return { pub }
}
