import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { DeviceId, PointId, StoreId } from '@coldkeep/domain/ids'
import { createTranslator } from '@coldkeep/phrases/phrases'
import { parse } from 'csv-parse/sync'
import readExcel from 'read-excel-file/node'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { textsOf } from '../../testing/unzip'
import { csvReport } from './csv-report'
import { NO_READING, type ReportWindow } from './read-windows'
import { longForm, offsetText, wideForm } from './report-rows'
import type { Sensor } from './sensor-queries'
import { sheetName } from './xlsx-parts'
import { xlsxReport } from './xlsx-report'

const translate = createTranslator('zh-TW')
const EIGHT = { offsetMinutes: 480 }
const NOON = Date.UTC(2026, 10, 20, 4)

/** Names as people give them, some of which a spreadsheet would run. */
const sensors: readonly Sensor[] = [
  { deviceName: '=HYPERLINK("http://x","y")', name: '冷凍庫の温度', unit: '°C' },
  { deviceName: '+cmd|"/c calc"!A1', name: '-1 & <b>', unit: '' },
  { deviceName: '@冷藏櫃, "大"', name: '\t櫃內溫度\r\n第二行', unit: 'K' },
].map((names, index) => ({
  storeId: 1 as StoreId,
  storeCode: '=1+1',
  storeName: '台北門市・東京',
  zone: 'Asia/Taipei',
  deviceId: (index + 1) as DeviceId,
  deviceType: 'doored_case',
  pointId: (index + 1) as PointId,
  kind: 'air_temperature',
  ...(names as { deviceName: string; name: string; unit: '°C' }),
}))

/** Two times of three sensors. */
const window: ReportWindow = {
  timesMs: Float64Array.of(NOON, NOON + 61_000),
  values: Float64Array.of(-18.25, Number.NaN, 1e-7, 0, 123456.789, Number.NaN),
  quality: Uint8Array.of(0, NO_READING, 6, 0, 0, 1),
}

async function* once<Value>(...values: Value[]) {
  yield* values
}
const csvOf = (form: ReturnType<typeof wideForm>) =>
  buffer(Readable.from(csvReport(form, once(form.rows(window))), { objectMode: false }))
const xlsxOf = (form: ReturnType<typeof wideForm>, mostRows?: number) =>
  buffer(
    xlsxReport(form, once(form.rows(window)), {
      title: translate('reports.sheet'),
      ...(mostRows && { mostRows }),
    }),
  )

const wide = () => wideForm(sensors, EIGHT, translate)
const long = () => longForm(sensors, EIGHT, translate)
const TITLES = [
  '時間（UTC+08:00）',
  '=HYPERLINK("http://x","y"),冷凍庫の温度 (°C)',
  '+cmd|"/c calc"!A1,-1 & <b>',
  '@冷藏櫃, "大",\t櫃內溫度\r\n第二行 (K)',
]

test('CSV: quoted by RFC 4180, what a spreadsheet would run is guarded, numbers are bare', async () => {
  const rows = parse(await csvOf(wide()), { bom: true })
  expect(rows).toEqual([
    [TITLES[0], `'${TITLES[1]}`, `'${TITLES[2]}`, `'${TITLES[3]}`],
    ['2026-11-20 12:00:00', '-18.25', '', '1e-7'],
    ['2026-11-20 12:01:01', '0', '123456.789', ''],
  ])
})

test('long: a reading without a value has its reason, what was not read has no row', async () => {
  const rows = parse(await csvOf(long()), { bom: true })
  expect(rows.slice(1).map((row: string[]) => [row[0], row[1], row[5], row[7]])).toEqual([
    ['2026-11-20 12:00:00', "'=1+1", '-18.25', '良好'],
    ['2026-11-20 12:00:00', "'=1+1", '1e-7', translate('devices.quality.code6')],
    ['2026-11-20 12:01:01', "'=1+1", '0', '良好'],
    ['2026-11-20 12:01:01', "'=1+1", '123456.789', '良好'],
    ['2026-11-20 12:01:01', "'=1+1", '', translate('devices.quality.code1')],
  ])
})

test('a workbook has texts and no formula, whatever sign a name begins with', async () => {
  const signs = ['=', '+', '-', '@', '\t', '\r', '＝', '＋', '－', '＠']
  const named = signs.map((sign) => ({ ...(sensors[0] as Sensor), deviceName: `${sign}1+1`, name: 'Air' }))
  const form = wideForm(named, EIGHT, translate)
  const none = { timesMs: new Float64Array(), values: new Float64Array(), quality: new Uint8Array() }
  const workbook = await buffer(xlsxReport(form, once(form.rows(none)), { title: 'Report' }))
  const [sheet] = await readExcel(workbook)
  // the reader trims
  expect(sheet?.data[0]?.slice(1)).toEqual(signs.map((sign) => `${sign}1+1,Air (°C)`.trim()))
  const { 'xl/worksheets/sheet1.xml': xml } = await textsOf(workbook)
  expect(xml?.match(/<c r="[B-K]1"[^>]* t="s"/g)).toHaveLength(signs.length)
  expect(xml).not.toMatch(/<f[ >/]/)
})

test('a workbook continues on further sheets under the same titles, and ends where the rows end', async () => {
  const sheets = await readExcel(await xlsxOf(long(), 3))
  expect(sheets.map(({ sheet }) => sheet)).toEqual(['報表', '報表 2', '報表 3'])
  expect(sheets.map(({ data }) => data.length)).toEqual([3, 3, 2])
  expect(new Set(sheets.map(({ data }) => JSON.stringify(data[0]))).size).toBe(1)
  expect(sheets.flatMap(({ data }) => data.slice(1).map((row) => row[5]))).toEqual([
    -18.25,
    1e-7,
    0,
    123456.789,
    null,
  ])
  // just as many rows as a sheet holds need no other
  expect((await readExcel(await xlsxOf(long(), 6))).map(({ data }) => data.length)).toEqual([6])
  expect((await readExcel(await xlsxOf(wide(), 6)))[0]?.data[0]).toEqual(TITLES)
})

test.each([
  ['a/b:c*[1]', 0, 'a b c  1'],
  ['x'.repeat(40), 11, `${'x'.repeat(28)} 12`],
  ['', 1, 'Report 2'],
])('a sheet of %j is named %j', (title, index, expected) => {
  expect(sheetName(title, index)).toBe(expected)
})

test.each([
  [480, '+08:00'],
  [-210, '-03:30'],
  [0, '+00:00'],
])('%i minutes are %s', (ahead, expected) => {
  expect(offsetText(ahead)).toBe(expected)
})

function describeWithLibreOffice(name: string, suite: () => void): void {
  const reason = 'LibreOffice is not installed (npm run peers)'
  if (spawnSync('soffice', ['--version']).status === 0) describe(name, suite)
  else test(name, ({ skip }) => skip(reason))
}

describeWithLibreOffice('in LibreOffice', () => {
  let folder = ''
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'coldkeep-office-'))
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  /** Opens a file as UTF-8 and saves what its cells hold. */
  const opened = async (name: string, content: Uint8Array): Promise<string[][]> => {
    const path = join(folder, name)
    await writeFile(path, content)
    const profile = `-env:UserInstallation=file://${join(folder, 'profile')}`
    // separators, quotes, UTF-8, from the first line, and for the way out: cells as they are, quoted where they are texts
    const out = 'csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,false,false'
    const given = [profile, '--headless', '--infilter=CSV:44,34,76,1', '--convert-to', out]
    if (!name.endsWith('.csv')) given.splice(2, 1)
    const outFolder = join(folder, `from-${name}`)
    execFileSync('soffice', [...given, '--outdir', outFolder, path], { stdio: 'ignore' })
    return parse(readFileSync(join(outFolder, name.replace(/\.\w+$/, '.csv'))), { bom: true })
  }

  test('a CSV has its names, and what looks like a formula is a text', async () => {
    const rows = await opened('report.csv', await csvOf(wide()))
    expect(rows[0]?.map((cell) => cell.replace(/^'/, ''))).toEqual(
      TITLES.map((title) => title.replace('\r', '')),
    )
    expect(rows[1]?.slice(1, 3)).toEqual(['-18.25', ''])
    expect(rows[2]).toHaveLength(4)
  }, 60_000)

  test('a workbook has its names, its times and its numbers', async () => {
    const rows = await opened('report.xlsx', await xlsxOf(wide()))
    expect(rows[0]?.map((cell) => cell.replace(/\r/g, ''))).toEqual(
      TITLES.map((title) => title.replace('\r', '')),
    )
    expect(rows[1]?.slice(1)).toEqual(['-18.25', '', '0.0000001'])
    expect(rows[2]).toEqual([expect.anything(), '0', '123456.789', ''])
  }, 60_000)
})
