import { documentOf } from '@coldkeep/server/testing/documents'
import { PASSWORD } from '@coldkeep/server/testing/tiny-fleet'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectNoBarriersOn } from './support/check-accessible'
import { chooseOption } from './support/choose-option'
import { type OwnSite, openOwnSite } from './support/own-site'
import { PageWatch } from './support/page-watch'
import { signInByForm } from './support/sign-in'

// on a server of its own: other walks count the devices of theirs
let site: OwnSite
beforeAll(async () => {
  site = await openOwnSite()
})
afterAll(() => site?.close())

const SCRIPTS = '/api/v2/append-poll-mgr'

/** Two stores with a port, and a script that polls a controller which neither has. @returns the folder and the file */
async function prepare(): Promise<{ readonly folder: string; readonly file: string }> {
  const { page, fleet } = site
  const stored = await page.evaluate(() => localStorage.getItem('coldkeep.session') ?? '{}')
  const headers = { authorization: `Bearer ${(JSON.parse(stored) as { token: string }).token}` }
  const post = async (path: string, data: object) => {
    const answer = await page.request.post(path, { headers, data })
    expect(answer.ok(), await answer.text()).toBe(true)
  }
  const get = async (path: string) => (await page.request.get(path, { headers })).json()
  for (const store of [fleet.stores.alder, fleet.stores.birch]) {
    const document = documentOf(store, { scripts: [] })
    await post(`/api/v2/terminals/${store.terminalId}/configurations`, { document, is_check: false })
  }
  await post(`${SCRIPTS}/project`, { projects: [{ name: 'Cases' }] })
  const [{ id: folder }] = await get(`${SCRIPTS}/project`)
  await post(`${SCRIPTS}/script-file`, {
    projects: [{ name: 'Every minute', project_id: folder, duration: 60 }],
  })
  const [{ id: file }] = await get(`${SCRIPTS}/script-file?project=${folder}`)
  const [{ value }] = await get('/api/v2/append-poll/poll-mid?brand=Carel&model=ir33%2B')
  const row = (unit: string, name: string) => ['Carel', 'ir33+', value[2], unit, name, 0, 50, 500]
  await post(`${SCRIPTS}/cmd-collection`, {
    'script-file': file,
    rows: [row('41', 'Island 41'), row('42', 'Island 42')],
  })
  return { folder, file }
}

test('devices that stores lack are described once for all of them, and a link leads to what is still missing', async () => {
  const { page } = site
  const watch = new PageWatch(page)
  const expectNoBarriers = () => expectNoBarriersOn(page)
  await signInByForm(page, { account: 'admin', password: PASSWORD })
  const { folder, file } = await prepare()
  await page.goto(`/AppendPollingControlExpansion?tab=download&folder.row=${folder}&file.row=${file}`)
  await page.getByRole('button', { name: 'Paste store numbers' }).click()
  const numbers = page.getByRole('dialog', { name: 'Paste store numbers' })
  await numbers.getByRole('textbox').fill('N001 N002')
  await numbers.getByRole('button', { name: 'Choose these' }).click()
  await page.getByText('2 stores chosen').waitFor()
  await page.getByRole('checkbox', { name: 'Add devices that a store does not have' }).check()
  await page.getByRole('button', { name: 'Check' }).click()
  await page.getByText('2 of 2 ready').waitFor()
  const entered = page.getByRole('region', { name: 'Devices to be added' })
  const first = entered.getByRole('group', {
    name: /^Island 41 · Carel ir33\+ · Unit ID 41 · missing in 2 stores/,
  })
  await chooseOption(first.getByRole('combobox', { name: 'Type' }), 'Open case')
  await chooseOption(first.getByRole('combobox', { name: 'Zone' }), 'Frozen')
  await expectNoBarriers()
  await page.getByRole('button', { name: 'Start download' }).click()
  const confirmation = page.getByRole('alertdialog', { name: 'Send Every minute to 2 stores?' })
  await confirmation.getByRole('button', { name: 'Start download' }).click()
  // no one described the other controller
  await page.getByText('2 devices in these stores have no temperature zone yet').waitFor()
  await expectNoBarriers()
  await page.getByRole('link', { name: 'Set their zones' }).click()
  await page.getByRole('row', { name: /^Island 42.*N001/ }).waitFor()
  await page.getByRole('row', { name: /^Island 42.*N002/ }).waitFor()
  expect(await page.getByRole('row', { name: /^Island 41/ }).count()).toBe(0)
  await page.goto('/_32_?zone=FZ&type=open_case')
  await page.getByRole('row', { name: /^Island 41.*N001/ }).waitFor()
  await page.getByRole('row', { name: /^Island 41.*N002/ }).waitFor()
  await expectNoBarriers()
  expect(watch.complaints(), 'what the page complained of').toEqual([])
})
