import { epochMs } from '@coldkeep/domain/time/instant'
import { insertPerson } from '@coldkeep/server/testing/insert-person'
import { PASSWORD } from '@coldkeep/server/testing/tiny-fleet'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectNoBarriersOn } from './support/check-accessible'
import { chooseOption } from './support/choose-option'
import { openContext } from './support/launch-browser'
import { type OwnSite, openOwnSite } from './support/own-site'
import { PageWatch } from './support/page-watch'
import { signIn } from './support/sign-in'
import { phone } from './support/walk'

let site: OwnSite
const others: (() => Promise<void>)[] = []
beforeAll(async () => {
  site = await openOwnSite()
  const clock = { now: () => epochMs(Date.now()), set: () => {}, advance: () => {} }
  await insertPerson({ db: site.server.database.kysely, clock }, 'Una', site.fleet.north)
})
afterAll(async () => {
  for (const close of others) await close()
  await site?.close()
})

/** A page of another person in a browser of their own. */
const pageOf = async (account: string, options: BrowserContextOptions): Promise<Page> => {
  const context = await openContext({
    ...{ baseURL: site.server.address, timezoneId: 'Asia/Taipei', reducedMotion: 'reduce' },
    ...options,
  })
  others.push(() => context.close())
  const page = await context.newPage()
  await signIn(page, { account, password: PASSWORD })
  return page
}

test('a brand that is entered below the top is proposed, approved there and then in the list', async () => {
  const { page } = site
  const db = site.server.database.kysely
  await db.deleteFrom('fridgeEntry').execute()
  const una = await pageOf('Una', { ...phone, locale: 'ja-JP', colorScheme: 'dark' })
  await una.goto('/_33_')
  await una.getByRole('button', { name: '冷蔵設備のブランドを追加' }).click()
  const form = una.getByRole('dialog', { name: '冷蔵設備のブランドを追加' })
  await form.getByText('新しいブランドは、提供元の審査を経て一覧に追加されます。').waitFor()
  await form.getByRole('button', { name: '保存' }).press('Enter')
  await form.getByText('必須項目です').first().waitFor()
  await form.getByRole('textbox', { name: '名称' }).fill('Permafrost')
  await form.getByRole('textbox', { name: '電話番号' }).fill('03-1234-5678')
  await expectNoBarriersOn(una)
  await form.getByRole('button', { name: '保存' }).click()
  await form.waitFor({ state: 'detached' })
  await una.getByRole('button', { name: '提案中のブランド（1）' }).click()
  const own = una.getByRole('dialog', { name: '提案中のブランド' })
  await own.getByText('審査待ち').first().waitFor()
  await own.getByText('提案されたブランドは最上位の部門が審査します。').waitFor()
  await expectNoBarriersOn(una)
  expect(await una.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)

  await signIn(page, { account: 'admin', password: PASSWORD })
  await page.goto('/_33_')
  await page.getByRole('button', { name: 'Proposed brands (1)' }).click()
  const proposals = page.getByRole('dialog', { name: 'Proposed brands' })
  await proposals.getByRole('row', { name: /Permafrost.*Waiting for review.*Una/ }).waitFor()
  await expectNoBarriersOn(page)
  await proposals.getByRole('button', { name: 'Approve Permafrost' }).click()
  const approval = page.getByRole('dialog', { name: 'Approve Permafrost' })
  await chooseOption(approval.getByRole('combobox', { name: 'Add to the list of' }), 'Frostline')
  await expectNoBarriersOn(page)
  await approval.getByRole('button', { name: 'Approve', exact: true }).click()
  await approval.waitFor({ state: 'detached' })
  await proposals.getByText('No brand is waiting for review').waitFor()
  await proposals.getByRole('button', { name: 'Close' }).click()
  await chooseOption(page.getByRole('combobox', { name: 'Fridge brand' }), 'Permafrost')

  await una.goto('/_33_?list=brand')
  await una.getByRole('dialog', { name: '冷蔵設備のブランド' }).getByText('Permafrost').first().waitFor()
})

test('doubles are warned of, merged after a preview, and what is used is not deleted', async () => {
  const { page, fleet } = site
  const db = site.server.database.kysely
  await db.updateTable('device').set({ fridgeLocationId: null }).execute()
  await db.deleteFrom('fridgeEntry').where('list', '=', 'location').execute()
  const departmentId = fleet.company
  const [from] = await db
    .insertInto('fridgeEntry')
    .values(
      ['Entrence', 'Entrance'].map((title) => ({
        ...{ list: 'location' as const, departmentId, title, folded: title.toLowerCase() },
      })),
    )
    .returning('fridgeEntryId')
    .execute()
  await db
    .updateTable('device')
    .set({ fridgeLocationId: from?.fridgeEntryId })
    .where('deviceId', '=', fleet.stores.alder.freezer.deviceId)
    .execute()
  const watch = new PageWatch(page)
  watch.tolerate(/409/)
  await signIn(page, { account: 'admin', password: PASSWORD })
  await page.goto('/_33_')
  await page.getByRole('button', { name: 'Manage locations' }).click()
  const dialog = page.getByRole('dialog', { name: 'Fridge locations' })
  const double = dialog.getByRole('row', { name: /Entrence/ })
  await double.getByText('1 device').waitFor()
  await expectNoBarriersOn(page)

  await dialog.getByRole('button', { name: 'New', exact: true }).click()
  const form = page.getByRole('dialog', { name: /^New/ })
  const name = form.getByRole('textbox', { name: 'Name' })
  await name.fill('ＥＮＴＲＡＮＣＥ')
  await form.getByRole('button', { name: 'Save' }).press('Enter')
  await form.getByText('Already in the list as Entrance.').waitFor()
  await name.fill('Entrance!')
  await form.getByText(/^Nearly the same: Entrance, Entrence\./).waitFor()
  await expectNoBarriersOn(page)
  await form.getByRole('checkbox', { name: 'This is another one' }).check()
  await name.fill('Aisle')
  await form.getByRole('button', { name: 'Save' }).click()
  await form.waitFor({ state: 'detached' })
  await dialog.getByRole('row', { name: /Aisle/ }).waitFor()

  await double.click()
  await dialog.getByRole('button', { name: 'Delete', exact: true }).click()
  const question = page.getByRole('alertdialog')
  await question.getByText(/1 device in 1 store\. It can only be deleted once/).waitFor()
  await question.getByRole('button', { name: 'Delete' }).click()
  await page.getByText(/^Still in use\. Devices: 1, stores: 1\./).waitFor()
  await page.getByRole('alertdialog').last().getByRole('button').last().click()
  await question.getByRole('button', { name: 'Cancel' }).click()

  await dialog.getByRole('button', { name: 'Merge Entrence into another entry' }).click()
  const merge = page.getByRole('dialog', { name: 'Merge Entrence' })
  await chooseOption(merge.getByRole('combobox', { name: 'Merge into' }), 'Entrance (Frostline)')
  await merge.getByText('1 device changes to Entrance:').waitFor()
  await merge.getByRole('link', { name: 'Alder Street · Freezer 1' }).waitFor()
  await expectNoBarriersOn(page)
  await merge.getByRole('button', { name: 'Merge', exact: true }).click()
  await merge.waitFor({ state: 'detached' })
  await double.waitFor({ state: 'detached' })
  await dialog
    .getByRole('row', { name: /Entrance.*1 device/ })
    .getByRole('link', { name: '1 device' })
    .click()
  await page.waitForURL(/_33_\?location=\d+$/)
  const found = page.getByRole('region', { name: 'Matching devices' })
  await found.getByRole('row', { name: /Freezer 1.*N001 Alder Street.*Entrance/ }).waitFor()
  expect(watch.complaints()).toEqual([])
})

test('fridges are specified, searched for, and found by what a device was set to', async () => {
  const { page, fleet } = site
  const db = site.server.database.kysely
  await db.updateTable('device').set({ fridgeTypeId: null }).execute()
  await db.deleteFrom('fridgeEntry').where('list', '=', 'type').execute()
  await db
    .insertInto('fridgeEntry')
    .values({ list: 'type', departmentId: fleet.company, title: 'Island', folded: 'island' })
    .execute()
  await signIn(page, { account: 'admin', password: PASSWORD })
  await page.goto('/_32_')
  const table = page.getByRole('region', { name: 'Devices', exact: true })
  await table.getByRole('row', { name: /^Freezer 1.*N002/ }).click()
  await table.getByRole('button', { name: 'Edit', exact: true }).click()
  const form = page.getByRole('dialog')
  await chooseOption(form.getByRole('combobox', { name: 'Fridge type' }), 'Island')
  await expectNoBarriersOn(page)
  await form.getByRole('button', { name: 'Save' }).click()
  await form.waitFor({ state: 'detached' })

  await page.goto('/_33_')
  const found = page.getByRole('region', { name: 'Matching devices' })
  await found.getByRole('row', { name: /Main meter.*S001/ }).waitFor()
  await expectNoBarriersOn(page)
  await chooseOption(page.getByRole('combobox', { name: 'Fridge type' }), 'Island')
  const filters = page.getByRole('form', { name: 'Filters' })
  await filters.getByRole('button', { name: 'Search' }).click()
  await page.waitForURL(/_33_\?type=\d+$/)
  await found.getByRole('row', { name: /Main meter.*S001/ }).waitFor({ state: 'detached' })
  await found.getByRole('row', { name: /Freezer 1.*N002 Birch Lane 50%.*Island/ }).waitFor()
  await found.getByRole('link', { name: 'Freezer 1' }).click()
  await page.waitForURL('**/device/*')
})
