import { text } from 'node:stream/consumers'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { phone, walk } from './support/walk'

interface Branch {
  readonly id?: string
  readonly name: string
  readonly children?: readonly Branch[]
}

const chooser = (page: Page) => page.getByLabel('Update file', { exact: true })
const fileOf = (document: unknown, name = 'plan.json') => ({
  name,
  mimeType: 'application/json',
  buffer: Buffer.from(typeof document === 'string' ? document : JSON.stringify(document)),
})

async function exampleOf(page: Page): Promise<Branch> {
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Example' }).click()
  const file = await download
  expect(file.suggestedFilename()).toBe('departments.json')
  return JSON.parse(await text(await file.createReadStream())) as Branch
}

walk('the departments are changed by a file: example, preview, renewal, and back', async (walk) => {
  const { page, signIn, open, expectNoBarriers } = walk
  await signIn()
  await open('/OrganizationSetting')
  const tree = page.getByRole('region', { name: 'Current departments' })
  await tree.getByText('2 stores').first().waitFor()
  const example = await exampleOf(page)
  expect(example.children?.map(({ name }) => name)).toEqual(['North', 'South'])

  const children = [...(example.children ?? []), { name: 'Depot' }]
  await chooser(page)
    .last()
    .setInputFiles(fileOf({ ...example, children }))
  await page.getByText('plan.json').waitFor()
  const preview = page.getByRole('region', { name: 'What will change' })
  await preview.getByRole('row', { name: /^Added Depot/ }).waitFor()
  await expectNoBarriers()
  await page.getByRole('button', { name: 'Renew' }).click()
  const question = page.getByRole('alertdialog', { name: 'Renew the departments?' })
  await question.getByText('1 added').waitFor()
  await question.getByRole('button', { name: 'Renew' }).click()
  await tree.getByText('Depot').waitFor()
  await page.getByText('The departments have been renewed.').first().waitFor()

  await chooser(page).last().setInputFiles(fileOf(example))
  await preview.getByRole('row', { name: /^Removed Depot/ }).waitFor()
  await page.getByRole('button', { name: 'Renew' }).click()
  await question.getByRole('button', { name: 'Renew' }).click()
  await tree.getByText('Depot').waitFor({ state: 'detached' })
})

walk('a file that cannot be used is refused with the reason', async (walk) => {
  const { page, signIn, open, expectNoBarriers } = walk
  await signIn()
  await open('/OrganizationSetting')
  const region = page.getByRole('region', { name: 'Update file' })
  const input = chooser(page).last()
  await input.setInputFiles(fileOf('{"name": "Frost'))
  await region.getByText(/^This is not valid JSON: /).waitFor()
  await input.setInputFiles({ ...fileOf(''), buffer: Buffer.alloc(3_000_000, 32) })
  await region.getByText('The file is too large: 2.9 MB. The limit is 2 MB.').waitFor()
  await input.setInputFiles(fileOf({ name: 'Frostline', children: [{ name: 'North', stores: 3 }] }))
  await region.getByRole('row', { name: /^children\.0\.stores.*no such field/ }).waitFor()

  await input.setInputFiles(fileOf({ name: 'Frostline', children: [{ name: 'North' }] }))
  await region.getByRole('row', { name: /^Removed South.*S001 Cedar_Road/ }).waitFor()
  const renew = page.getByRole('button', { name: 'Renew' })
  expect(await renew.getAttribute('aria-disabled')).toBe('true')
  await expectNoBarriers()
})

walk('changes made by someone else are shown before the decision is made again', async (walk) => {
  const { page, signIn, open, tolerate } = walk
  tolerate(/409/)
  await signIn()
  await open('/OrganizationSetting')
  const example = await exampleOf(page)
  await page.route('**/api/v2/util/department/update', (route) => {
    const body = route.request().postDataJSON()
    return route.continue({ postData: { ...body, revision: 'of another time' } })
  })
  const children = [...(example.children ?? []), { name: 'Late' }]
  await chooser(page)
    .last()
    .setInputFiles(fileOf({ ...example, children }))
  await page.getByRole('row', { name: /^Added Late/ }).waitFor()
  await page.getByRole('button', { name: 'Renew' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Renew' }).click()
  await page.getByText(/^Someone else has changed the departments/).waitFor()
  await page.getByRole('row', { name: /^Added Late/ }).waitFor()
})

walk('stores are imported from a table: template, faults, dry run, import', async (walk) => {
  const { page, signIn, open, expectNoBarriers } = walk
  await signIn()
  await open('/OrganizationSetting')
  await page.getByRole('tab', { name: 'Store import' }).click()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Template' }).click()
  const head = (await text(await (await download).createReadStream())).trim()
  expect(head).toMatch(/^\ufeff?code,name,department,/)
  const region = page.getByRole('region', { name: 'Store table' })
  const input = page.getByLabel('Store table', { exact: true }).last()
  const choose = (csv: string | Buffer) =>
    input.setInputFiles({ name: 'new.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) })

  await choose(Buffer.from([0x63, 0x6f, 0x64, 0x65, 0x0a, 0x96, 0x6b]))
  await region.getByText('The file is not UTF-8 text. Save it as UTF-8.').waitFor()
  await choose('code,name,department,country,time_zone\nX001,=1+1,North,TW,Taipei\n')
  await region.getByRole('row', { name: /^2 name Formulas are not accepted/ }).waitFor()
  await region.getByRole('row', { name: /^2 time_zone This is not a time zone/ }).waitFor()
  await expectNoBarriers()
  const run = page.getByRole('button', { name: 'Import', exact: true })
  expect(await run.getAttribute('aria-disabled')).toBe('true')

  // a store that already exists, so that other walks find the same fleet
  await choose('code,note\nS002,By the harbour\n')
  await region.getByText('0 stores added · 1 store changed · 0 stores unchanged').waitFor()
  await expectNoBarriers()
  await run.click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Import' }).click()
  await page.getByText('Import done: 0 added, 1 changed.').first().waitFor()
  await choose('code,note\nS002,By the harbour\n')
  await region.getByText('0 stores added · 0 stores changed · 1 store unchanged').waitFor()
})

walk(
  'on a phone, in Chinese',
  async ({ page, signIn, open, expectNoBarriers }) => {
    await signIn()
    await open('/OrganizationSetting')
    await page.getByRole('region', { name: '目前部門' }).getByText('North').waitFor()
    await expectNoBarriers()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  },
  { ...phone, locale: 'zh-TW', colorScheme: 'dark' },
)
