import { epochMs } from '@coldkeep/domain/time/instant'
import { PASSWORD } from '@coldkeep/server/testing/tiny-fleet'
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { cameraPicture } from './support/camera-picture'
import { expectNoBarriersOn } from './support/check-accessible'
import { chooseOption } from './support/choose-option'
import { openContext } from './support/launch-browser'
import { insertOpenAlarms } from './support/open-alarms'
import { type OwnSite, openOwnSite } from './support/own-site'
import { PageWatch } from './support/page-watch'
import { fillSignIn } from './support/sign-in'
import { phone } from './support/walk'

let site: OwnSite
let context: BrowserContext
beforeAll(async () => {
  site = await openOwnSite()
  await insertOpenAlarms(site.server.database.kysely, site.fleet, epochMs(Date.now()))
})
afterAll(() => site.close())
beforeEach(async () => {
  const { address: baseURL } = site.server
  const person = { locale: 'en-GB', timezoneId: 'Asia/Taipei', reducedMotion: 'reduce' } as const
  context = await openContext({ ...phone, ...person, baseURL })
})
afterEach(() => context.close())

/** A page of the signed-in administrator, and what it complains of beside the connection that is missing. */
async function signedIn(path: string): Promise<{ page: Page; watch: PageWatch }> {
  const page = await context.newPage()
  const watch = new PageWatch(page)
  watch.tolerate(/ERR_INTERNET_DISCONNECTED|ERR_FAILED|Failed to fetch/)
  await page.goto(path)
  await fillSignIn(page, 'admin', PASSWORD)
  await page.locator('#page-title').waitFor()
  return { page, watch }
}

/** The console opens without a network from here on. */
const keptForLater = (page: Page) =>
  expect
    .poll(() => page.evaluate(async () => (await caches.match('/')) !== undefined), { timeout: 90_000 })
    .toBe(true)

const record = (page: Page) => page.getByRole('region', { name: /^Repair record R-\d{6}$/ })
const photos = (page: Page) => record(page).getByRole('region', { name: 'Photos' })
const note = (page: Page) => record(page).getByRole('textbox', { name: 'Note' })
const renew = (page: Page) => record(page).getByRole('button', { name: 'Renew' })
const waiting = (page: Page, count: number) => page.getByText(`Waiting to send (${count})`).first()

async function report(page: Page, store: string, fault: string): Promise<void> {
  await page.getByRole('button', { name: 'Report a repair' }).tap()
  const dialog = page.getByRole('dialog', { name: 'Report a repair' })
  await dialog.getByRole('combobox', { name: 'Store' }).fill(store)
  await page.getByRole('option', { name: new RegExp(store) }).tap()
  await dialog.getByRole('textbox', { name: 'Fault description' }).fill(fault)
  await dialog.getByRole('button', { name: 'Report a repair' }).tap()
  await record(page).getByText(fault).first().waitFor()
}

test('from an alarm to a closed case, with photos and notes of a room without a network', async () => {
  const { page, watch } = await signedIn('/Alarms')
  await page.getByRole('listitem').filter({ hasText: 'Cedar' }).getByRole('checkbox').first().check()
  await page.getByRole('link', { name: 'Report a repair' }).first().tap()
  const dialog = page.getByRole('dialog', { name: 'Report a repair' })
  await dialog.getByRole('textbox', { name: 'Fault description' }).fill('Ice on the fan')
  await dialog.getByText('One alarm joins the case.').waitFor()
  await dialog.getByRole('button', { name: 'Report a repair' }).tap()
  await record(page).getByText('Ice on the fan').first().waitFor()
  const address = page.url()
  await keptForLater(page)

  await context.setOffline(true)
  await page
    .getByRole('alert')
    .getByText(/^No connection since \d\d:\d\d\. Showing saved data\.$/)
    .waitFor()
  const taken = [epochMs(Date.parse('2026-11-20T06:24:05Z')), epochMs(Date.parse('2026-11-20T06:31:40Z'))]
  for (const at of taken)
    await photos(page)
      .locator('input[type="file"]')
      .setInputFiles([await cameraPicture(page, at)])
  await waiting(page, 2).waitFor()
  await chooseOption(record(page).getByRole('combobox', { name: 'Current progress' }), 'On site')
  await note(page).fill('Fan is thawed')
  await renew(page).tap()
  await waiting(page, 3).waitFor()
  await expect.poll(() => note(page).inputValue()).toBe('')
  // what cannot wait says why
  expect(await record(page).getByRole('button', { name: 'Add work' }).getAttribute('aria-disabled')).toBe(
    'true',
  )
  await expectNoBarriersOn(page)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)

  // the window is lost, and opened again in the same room
  await page.close()
  const again = await context.newPage()
  await again.goto(address)
  await record(again).getByText('Ice on the fan').first().waitFor()
  await waiting(again, 3).waitFor()
  await photos(again).locator('img[src^="blob:"]').nth(1).waitFor()
  await note(again).fill('Door heater is cut through')
  await renew(again).tap()
  await waiting(again, 4).waitFor()
  await again.goto('/_44_')
  await again.getByText('Ice on the fan').waitFor()
  await again.goto(address)
  await waiting(again, 4).waitFor()

  await context.setOffline(false)
  await expect.poll(() => again.getByText(/Waiting to send/).count(), { timeout: 60_000 }).toBe(0)
  const history = record(again).getByRole('list', { name: 'History' })
  await history.getByText('Fan is thawed').waitFor()
  await history.getByText('Door heater is cut through').waitFor()
  await photos(again).getByText('2 / 10').waitFor()
  const kept = await site.server.database.kysely
    .selectFrom('photo')
    .select(['takenAt', 'takenFrom'])
    .orderBy('takenAt')
    .execute()
  expect(kept.map(({ takenAt, takenFrom }) => [Number(takenAt), takenFrom])).toEqual(
    taken.map((at) => [Number(at), 'exif']),
  )

  await chooseOption(record(again).getByRole('combobox', { name: 'Current progress' }), 'Repaired')
  await renew(again).tap()
  await history.getByText('Repaired').waitFor()
  expect(watch.complaints()).toEqual([])
})

test('a renewal that meets that of someone else comes back with both versions', async () => {
  const { page } = await signedIn('/_44_')
  await report(page, 'Dogwood', 'Door does not close')
  const caseId = new URL(page.url()).searchParams.get('case')
  await context.setOffline(true)
  await record(page).getByRole('textbox', { name: 'Cause' }).fill('Hinge is bent')
  await note(page).fill('New hinge is needed')
  await renew(page).tap()
  await waiting(page, 1).waitFor()
  // the form has given it to the queue
  await expect.poll(() => note(page).inputValue()).toBe('')
  await site.server.database.kysely
    .updateTable('repairCase')
    .set({ cause: 'Seal is torn', revision: 7 })
    .where('repairCaseId', '=', Number(caseId) as never)
    .execute()
  await context.setOffline(false)
  const versions = record(page).getByRole('region', { name: /^Someone else has renewed this case/ })
  await versions.getByText('Seal is torn').waitFor()
  await versions.getByText('Hinge is bent').waitFor()
  await versions.getByText('New hinge is needed').waitFor()
  await page.getByText('Not accepted (1)').waitFor()
  await expectNoBarriersOn(page)
  await versions.getByRole('button', { name: 'Save mine' }).tap()
  await versions.waitFor({ state: 'detached' })
  await record(page).getByRole('list', { name: 'History' }).getByText('New hinge is needed').waitFor()
  await expect.poll(() => page.getByText(/Not accepted|Waiting to send/).count()).toBe(0)
})

test('signing out asks before what was not sent is lost, and leaves nothing behind', async () => {
  const { page } = await signedIn('/_44_')
  await report(page, 'Alder', 'Light is broken')
  await context.setOffline(true)
  await photos(page)
    .locator('input[type="file"]')
    .setInputFiles([await cameraPicture(page, epochMs(Date.now()))])
  await waiting(page, 1).waitFor()
  await page.getByRole('button', { name: 'Open menu' }).tap()
  const signOut = () =>
    page.getByRole('dialog', { name: 'Menu' }).getByRole('button', { name: 'Sign out' }).tap()
  await signOut()
  const asking = page.getByRole('alertdialog', { name: 'Sign out with 1 entry that was not sent?' })
  await asking.getByRole('button', { name: 'Stay signed in' }).tap()
  await waiting(page, 1).waitFor()
  await signOut()
  await asking.getByRole('button', { name: 'Sign out and delete' }).tap()
  await page.waitForURL('**/login**')
  const left = await page.evaluate(async () => {
    const database = await new Promise<IDBDatabase>((resolve) => {
      const opening = indexedDB.open('coldkeep')
      opening.onsuccess = () => resolve(opening.result)
    })
    const counts = ['waiting', 'bytes', 'saved'].map(
      (name) =>
        new Promise<number>((resolve) => {
          const counting = database.transaction(name).objectStore(name).count()
          counting.onsuccess = () => resolve(counting.result)
        }),
    )
    return Promise.all(counts)
  })
  expect(left).toEqual([0, 0, 0])
})
