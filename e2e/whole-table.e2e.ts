import { epochMs } from '@coldkeep/domain/time/instant'
import { localDateOf } from '@coldkeep/domain/time/store-calendar'
import { addUpAreas } from '@coldkeep/server/testing/area-sums'
import { PASSWORD } from '@coldkeep/server/testing/tiny-fleet'
import { sql } from 'kysely'
import type { Download, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectNoBarriersOn } from './support/check-accessible'
import { chooseOption } from './support/choose-option'
import { type OwnSite, openOwnSite } from './support/own-site'
import { PageWatch } from './support/page-watch'
import { signIn } from './support/sign-in'

/** Five more than a table of devices holds. */
const STORES = 105

let site: OwnSite
let page: Page
let watch: PageWatch

beforeAll(async () => {
  site = await openOwnSite()
  page = site.page
  watch = new PageWatch(page)
  await insertShops()
  await signIn(page, { account: 'admin', password: PASSWORD })
})
afterAll(() => site?.close())

/** Shops with a freezer each, whose rate is the lower the higher their number. */
async function insertShops(): Promise<void> {
  const db = site.server.database.kysely
  const today = localDateOf('Asia/Taipei', epochMs(Date.now()))
  const each = sql`from generate_series(1, ${STORES}::int) n`
  await sql`insert into store (store_id, department_id, code, name, country, zone)
    select 5000 + n, ${site.fleet.south}::bigint, 'L' || n, 'Shop ' || n, 'TW', 'Asia/Taipei' ${each}`.execute(
    db,
  )
  await sql`insert into device (store_id, device_id, terminal_id, device_model_id, name, type, zone, unit_id,
      commissioned_at) overriding system value
    select 5000 + n, 90000 + n, 'TB-L' || n, (select min(device_model_id) from device_model), 'Freezer', 'doored_case',
      'C7', 1, '2025-01-01' ${each}`.execute(db)
  await sql`insert into connection_day (store_id, device_id, "on", period_seconds, ok, ok_live, device_lost, host_lost,
      excluded, computed_at)
    select 5000 + n, 90000 + n, ${today}::date, 300, 288 - n, 288 - n, n, 0, 0, now() ${each}`.execute(db)
  await sql`insert into connection_store_day
    select 5000 + n, ${today}::date, 288 - n, n, 0, n * 300, 0, now() ${each}`.execute(db)
  await addUpAreas(db)
}

const table = () =>
  page.getByRole('region', { name: 'Devices: the 100 of 105 stores that need attention most' })
const csv = () => table().getByRole('button', { name: /^Download as CSV/ })

async function savedLines(): Promise<string[]> {
  const [saved] = await Promise.all([page.waitForEvent('download'), csv().click()])
  expect(saved.suggestedFilename()).toBe('data.csv')
  const text = await textOf(saved)
  expect(text.startsWith('\ufeff')).toBe(true)
  return text.slice(1).trimEnd().split('\r\n')
}

async function textOf(download: Download): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of await download.createReadStream()) parts.push(part as Buffer)
  return Buffer.concat(parts).toString('utf8')
}

test('a table that does not hold all says so, and its file has every row in the columns that are shown', async () => {
  await page.goto('/DeviceConnectionRate')
  const filters = page.getByRole('form', { name: 'Filters' })
  await chooseOption(filters.getByRole('combobox', { name: 'Division', exact: true }), 'Frostline')
  await filters.getByRole('button', { name: 'Inquire' }).click()
  await table().getByText('100 rows', { exact: true }).waitFor()
  await table()
    .getByText('Devices of 100 of 105 stores are shown; the CSV file has those of all stores.')
    .waitFor()
  await expectNoBarriersOn(page)

  const lines = await savedLines()
  expect(lines[0]).toMatch(/^Store,Device,Expected,Received,/)
  expect(lines.slice(1).map((line) => line.split(',')[0])).toEqual(
    Array.from({ length: STORES }, (_, index) => `Shop ${index + 1}`),
  )
  // not in the table, and one slot of 288 lost
  expect(lines[1]).toMatch(/^Shop 1,Freezer,288,287,/)

  await table().getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('checkbox', { name: 'Expected' }).uncheck()
  await page.keyboard.press('Escape')
  const narrower = await savedLines()
  expect(narrower[0]).toMatch(/^Store,Device,Received,/)
  expect(narrower).toHaveLength(1 + STORES)
  expect(watch.complaints()).toEqual([])
})

test('a filter by stores that are shown narrows the file to them', async () => {
  await table().getByRole('button', { name: 'Filter by Store. Store: all' }).click()
  const values = page.getByRole('dialog')
  await values.getByRole('button', { name: 'None' }).click()
  await values.getByRole('checkbox', { name: /^Shop 105/ }).check()
  await page.keyboard.press('Escape')
  await table().getByText('1 of 100 rows').waitFor()
  const lines = await savedLines()
  expect(lines.slice(1).map((line) => line.split(',')[0])).toEqual(['Shop 105'])
  await table().getByRole('button', { name: 'Remove Store' }).click()
  expect(watch.complaints()).toEqual([])
})

test('a file that is slow can be stopped, and one that breaks off is reported', async () => {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/iot-connection/detail/csv?*', async (route) => {
    await released
    await route.abort()
  })
  await csv().click()
  await table().getByRole('button', { name: 'Stop' }).click()
  await table().getByRole('button', { name: 'Stop' }).waitFor({ state: 'detached' })
  await expect.poll(() => csv().getAttribute('aria-busy')).toBe(null)
  expect(await page.getByRole('alertdialog').count()).toBe(0)

  release()
  watch.tolerate(/net::ERR_FAILED/)
  await csv().click()
  await page.getByRole('alertdialog').waitFor()
})
