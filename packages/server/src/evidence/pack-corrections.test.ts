import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '../db/connect'
import { type CorrectionRig, correctionRig } from '../testing/correction-rig'
import { hasPoppler, readPdf, WITHOUT_POPPLER } from '../testing/poppler'
import { describeEachKind, testDatabase } from '../testing/test-database'
import { filesOf, zipOf } from '../testing/zip-files'
import { openPack } from './open-pack'
import { verifyPack } from './verify-pack'

describeEachKind('corrective action in packs of evidence', (kind) => {
  let database: Database
  let rig: CorrectionRig
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'corrections-'))
    database = await testDatabase(kind)
    rig = await correctionRig(database)
  })
  afterAll(async () => {
    await rig.close()
    await database.close()
    await rm(folder, { recursive: true, force: true })
  })

  const pack = async (language = 'en') => filesOf(await rig.fetch(await rig.order({ language })))
  const table = (files: Map<string, Buffer>, path: string): string[][] =>
    parse(files.get(path) ?? '', { bom: true })
  const breachesOf = (files: Map<string, Buffer>) => JSON.parse(String(files.get('manifest.json'))).breaches
  const verify = async (files: ReadonlyMap<string, Buffer>) => {
    const path = join(folder, `${kind}.zip`)
    await writeFile(path, await zipOf(files))
    const opened = await openPack(path)
    const { faults } = await verifyPack(opened, null)
    await opened.close()
    return faults.map((fault) => `${fault.path} ${fault.reason}`)
  }
  const textOf = async (files: Map<string, Buffer>) =>
    (await readPdf(files.get('evidence.pdf') ?? Buffer.of())).text
  const measured = [
    ...['冷藏櫃=1', '2026-11-19T10:00:00+08:00', '2026-11-19T11:10:00+08:00'],
    ...['70', '7.4', '7', '28'],
  ]

  test('an open breach is named as open, also where there is no record of it', async () => {
    const open = await pack()
    const [, row, ...others] = table(open, 'corrections.csv')
    expect(others).toEqual([])
    expect(row?.slice(2, 10)).toEqual([...measured, 'Open: No corrective action yet'])
    expect(row?.slice(10)).toEqual(Array(10).fill(''))
    expect(breachesOf(open)).toEqual({ open: 1, closed: 0 })
    expect(
      table(open, 'correction-history.csv')
        .slice(1)
        .map((one) => one[3]),
    ).toEqual(['Judged a breach'])

    const { db } = rig.server
    const kept = await db.selectFrom('breach').selectAll().executeTakeFirstOrThrow()
    await db.deleteFrom('breach').execute()
    const missing = await pack()
    const unrecorded = table(missing, 'corrections.csv')[1]
    expect(unrecorded?.[0]).toBe('')
    expect(unrecorded?.slice(2, 10)).toEqual([...measured, 'Open: no corrective action is recorded'])
    expect(breachesOf(missing)).toEqual({ open: 1, closed: 0 })
    await db.insertInto('breach').values(kept).execute()
  })

  test('a closed one says what was done, what became of the product, the cause, by whom, and who checked it', async ({
    skip,
  }) => {
    const id = await rig.breach()
    await rig.act(id, { quantity_words: '29 boxes' })
    const unchecked = await pack()
    expect(table(unchecked, 'corrections.csv')[1]?.slice(9)).toEqual([
      ...['Open: To be checked', 'Closed the door', 'Discarded', '12.5', '29 boxes', 'Door was left open'],
      ...['2026-11-19T11:00:00+08:00', 'una', '2026-11-20T12:00:00+08:00', '', ''],
    ])
    await rig.act(id)
    await rig.check(id, { note: 'Seen on site' })
    const files = await pack()
    const row = table(files, 'corrections.csv')[1]
    expect(row?.[0]).toMatch(/^B-\d{6}$/)
    expect(row?.slice(9)).toEqual([
      ...['Closed', 'Closed the door', 'Discarded', '12.5', '30 boxes', 'Door was left open'],
      ...['2026-11-19T11:00:00+08:00', 'una', '2026-11-20T12:00:00+08:00'],
      ...['ben', '2026-11-20T12:00:00+08:00'],
    ])
    const history = table(files, 'correction-history.csv').slice(1)
    expect(history.map(([, , , what, who]) => [what, who])).toEqual([
      ['Judged a breach', 'Coldkeep'],
      ['Corrective action', 'una'],
      ['Corrective action', 'una'],
      ['Checked and closed', 'ben'],
    ])
    expect(history[1]?.[5]).toContain('29 boxes')
    expect(history[3]?.[5]).toContain('Seen on site')
    expect(breachesOf(files)).toEqual({ open: 0, closed: 1 })
    skip(!hasPoppler, WITHOUT_POPPLER)
    const text = await textOf(files)
    for (const said of ['Breaches and corrective action', '30 boxes', 'Door was left open', 'ben', 'una'])
      expect(text).toContain(said)
    expect(text).toContain('Every breach is closed by two people.')
    for (const [language, title] of Object.entries({
      ja: '保証逸脱と是正措置',
      'zh-CN': '未达标与纠正措施',
      'zh-TW': '未達標與矯正措施',
    }))
      expect(await textOf(await pack(language))).toContain(title)
  }, 60_000)

  test('whoever changes what was entered, or takes it out, is found', async () => {
    const files = await pack()
    expect(await verify(files)).toEqual([])
    for (const path of ['corrections.csv', 'correction-history.csv']) {
      const text = String(files.get(path))
      const changed = Buffer.from(text.replace('30 boxes', '03 boxes'))
      expect(changed.equals(files.get(path) as Buffer)).toBe(false)
      expect(await verify(new Map([...files, [path, changed]]))).toEqual([`${path} changed`])
      const rest = new Map([...files].filter(([other]) => other !== path))
      expect(await verify(rest)).toEqual([`${path} missing`])
    }
    const manifest = String(files.get('manifest.json')).replace('"closed": 1', '"closed": 2')
    const found = await verify(new Map([...files, ['manifest.json', Buffer.from(manifest)]]))
    expect(found).toEqual(['manifest.json changed'])
  })
})
