import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import {
  firmwareService,
  imageFiles,
  jobOf,
  MIB,
  releaseOf,
  SIZE,
  TYPE,
  usualPlan,
} from '../../testing/firmware-service'
import { partTest, phone } from '../../testing/part-page'

const part = partTest('firmware-screen.tsx')

const parametersOf = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams)
const step = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

async function choose(page: Page, field: string, option: string | RegExp): Promise<void> {
  await page.getByRole('combobox', { name: field }).click()
  await page.getByRole('option', { name: option }).click()
}

describe('steps to an update job', () => {
  const uploads = firmwareService()
  part(
    'a file is uploaded with its release in parts, and is released',
    async ({ page, open, expectNoBarriers }) => {
      await open('/')
      await choose(page, 'Device type', /Linux x64/)
      await step(page, 'Firmware files').getByText('terminal-1.2.0.tgz').waitFor()
      await page.locator('input[type=file]').first().setInputFiles(imageFiles.image)
      await page
        .locator('input[type=file]')
        .last()
        .setInputFiles({ ...imageFiles.release, buffer: Buffer.from('{}') })
      await page.getByText('This file is not a release.').first().waitFor()
      await page
        .locator('input[type=file]')
        .last()
        .setInputFiles({ ...imageFiles.release, buffer: Buffer.from(JSON.stringify(releaseOf(7))) })
      await page.getByText('The release is for a file of 7 byte').first().waitFor()
      await page.locator('input[type=file]').last().setInputFiles(imageFiles.release)
      await page.getByText(`1.3.0 for ${TYPE}`).waitFor()
      await page.getByRole('button', { name: 'Upload', exact: true }).click()
      // 8 of 9 MiB: 8,388,608 of 9,437,184 bytes
      await page.getByText('8.4 MB of 9.4 MB · 89\u202f%').waitFor()
      await expectNoBarriers()
      uploads.state.goOn()
      await page.getByText('1.3.0 is uploaded. Release it to use it in jobs.').waitFor()
      expect(uploads.offsets).toEqual([8 * MIB, SIZE])
      expect(uploads.bodies['/uploads']).toEqual({
        'dev-type': TYPE,
        name: 'terminal.tgz',
        size: SIZE,
        release: releaseOf(SIZE),
      })
      await page.getByText('Chosen: 1.3.0').waitFor()
      expect(parametersOf(page)).toEqual({ type: TYPE, image: '8' })

      // why Read cannot be pressed yet is described for it
      await page.getByText('Release this firmware file first.').waitFor({ state: 'attached' })
      await page.getByRole('button', { name: 'Release 1.3.0' }).click()
      const question = page.getByRole('alertdialog', { name: 'Release 1.3.0 for update jobs?' })
      await question.getByRole('button', { name: 'Release' }).click()
      await question.waitFor({ state: 'detached' })
      expect(uploads.bodies['/history-files/8/state']).toEqual({ state: 'released' })
    },
    { service: uploads.service, pages: ['2-4'] },
  )

  const starts = firmwareService()
  part(
    'what, where and how are counted, asked about once more, and sent',
    async ({ page, open, expectNoBarriers }) => {
      await open(`/?type=${TYPE}&image=7`)
      await page.getByText('Chosen: 1.2.0').waitFor()
      await choose(page, 'Vendor', 'Polar Service')
      await page.getByRole('treeitem', { name: 'North, 4 terminals' }).getByText('North').click()
      await step(page, 'Where').getByText('214 stores · 230 terminals · 1,902 devices').waitFor()
      await page.getByText('3 terminals: program too old for updates').waitFor()
      await page.getByText('1 number not found: Z9').waitFor()
      await step(page, 'Plan').getByRole('cell', { name: '184' }).waitFor()
      await expectNoBarriers()

      await page.getByRole('button', { name: 'Remove wave 2' }).click()
      await page.getByRole('textbox', { name: 'Share so far, wave 1' }).fill('100')
      await page.getByText('Each wave must reach a larger share than the one before.').waitFor()
      await page.getByRole('textbox', { name: 'Share so far, wave 1' }).fill('10')
      await page.getByRole('textbox', { name: 'Note' }).fill('Fewer retries')
      await page.getByRole('button', { name: 'Read', exact: true }).click()
      const question = page.getByRole('alertdialog', { name: 'Update 230 terminals to 1.2.0?' })
      await question
        .getByText('North, vendor Polar Service: 214 stores · 230 terminals · 1,902 devices')
        .waitFor()
      await question
        .getByText('in 3 waves, the first of 5 terminals · between 01:00 and 05:00 in each store')
        .waitFor()
      await question.getByRole('button', { name: 'Start update' }).click()
      await page.getByRole('heading', { name: `${TYPE} to 1.2.0` }).waitFor()
      expect(parametersOf(page)).toMatchObject({ job: '41' })
      expect(starts.bodies['/start']).toEqual({
        dev_type: TYPE,
        file_id: '7',
        targets: {
          departments: ['2'],
          stores: [],
          without_departments: [],
          without_stores: [],
          numbers: [],
          vendor: '3',
        },
        plan: {
          ...usualPlan,
          waves: [
            { share: 0.1, least: 1 },
            { share: 1, least: 1 },
          ],
        },
        note: 'Fewer retries',
      })
    },
    { service: starts.service, pages: ['2-4'] },
  )

  const trees = firmwareService()
  part(
    'places are checked in a tree with the keyboard alone',
    async ({ page, open, expectNoBarriers }) => {
      await open(`/?type=${TYPE}&image=7`)
      const top = page.getByRole('treeitem', { name: 'Chain, 230 terminals' })
      await top.waitFor()
      const [label, help] = await page.evaluate(() =>
        ['label', 'description'].map((part) => {
          const range = document.createRange()
          range.selectNodeContents(document.querySelector(`.mantine-Checkbox-${part}`) as Element)
          return range.getBoundingClientRect().left
        }),
      )
      // what helps with a check box begins where its label does
      expect(help).toBe(label)
      // no store of the offices has a terminal of the type
      expect(await page.getByRole('treeitem').count()).toBe(3)
      await top.focus()
      await page.keyboard.press('Space')
      const checked = (name: string) => page.getByRole('treeitem', { name }).getAttribute('aria-checked')
      expect(await checked('South, 226 terminals')).toBe('true')
      await page.keyboard.press('ArrowRight')
      await page.keyboard.press('ArrowRight')
      await page.getByRole('treeitem', { name: 'A002 Mill, 2 terminals' }).waitFor()
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Enter')
      // two of its four terminals are out
      expect(await checked('North, 2 of 4 terminals')).toBe('mixed')
      expect(await checked('Chain, 228 of 230 terminals')).toBe('mixed')
      expect(await checked('A002 Mill')).toBe('false')
      await expectNoBarriers()
      await page.keyboard.press('ArrowLeft')
      await page.keyboard.press('ArrowLeft')
      expect(await page.getByRole('treeitem', { name: 'A002 Mill' }).count()).toBe(0)
      await page.keyboard.press('End')
      await page.keyboard.press('Space')
      expect(await checked('South, 226 terminals')).toBe('false')
      await page.keyboard.press('Home')
      expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe(
        'Chain, 2 of 230 terminals',
      )
      const sent = {
        ...{ departments: ['1'], stores: [], without_departments: ['4'], without_stores: ['12'] },
        ...{ numbers: [], vendor: 'all' },
      }
      await expect.poll(() => trees.bodies['/check']).toMatchObject({ targets: sent })
    },
    { service: trees.service, pages: ['2-4'] },
  )

  const lists = firmwareService()
  part(
    'pasted numbers are sent as they stand there',
    async ({ page, open }) => {
      await open(`/?type=${TYPE}&image=7`)
      await page.getByRole('radio', { name: 'By list of numbers' }).check()
      await page.getByRole('textbox', { name: 'Store numbers' }).fill('A001\tＡ００２、Z9; A001')
      await page.getByText('214 stores · 230 terminals · 1,902 devices').first().waitFor()
      expect(lists.bodies['/check']).toMatchObject({
        targets: { stores: [], numbers: ['A001', 'A002', 'Z9', 'A001'] },
      })
    },
    { service: lists.service, pages: ['2-4'] },
  )
})

describe('an update job', () => {
  const watched = firmwareService()
  part(
    'shows its terminals by what they are doing, and is paused after a question',
    async ({ page, open, expectNoBarriers }) => {
      await open('/?job=41')
      const bar = page.getByRole('progressbar', { name: `${TYPE} to 1.2.0` })
      await bar.waitFor()
      // 30 done, 2 failed and 1 unreachable of 230 have ended
      expect(await bar.getAttribute('aria-valuetext')).toBe(
        '33 of 230: Waiting 184, Transferring 12, Installing 0, Checking 1, Done 30, Failed 2, Unreachable 1',
      )
      await page.getByText('Wave 2 of 3').waitFor()
      await page.getByText(/Expected end about/).waitFor()
      await page
        .getByRole('table', { name: 'Waves' })
        .getByText('Nothing worse in 14 comparisons with 225 terminals that were not updated')
        .waitFor()
      await page.getByRole('link', { name: 'TB-0001' }).waitFor()
      await page.getByText('The disk of the terminal is full.').waitFor()
      // the chip in the bar counts the same
      await page.getByRole('link', { name: 'Update to 1.2.0 14' }).waitFor()
      await expectNoBarriers()

      const saved = page.waitForEvent('download')
      await page.getByRole('button', { name: 'CSV of failures' }).click()
      const file = await saved
      expect(file.suggestedFilename()).toBe('update-failures.csv')
      expect((await readFile(await file.path(), 'utf8')).split('\r\n')).toEqual([
        '\ufeffStore,Terminal,Wave,State,Runs,Last message,Time',
        'A001 Store 1,TB-0001,1,failed,1.1.0,The disk of the terminal is full.,2026-11-26T00:10:00.000Z',
        'A002 Store 2,TB-0002,1,unreachable,1.1.0,,2026-11-26T00:10:00.000Z',
        '',
      ])

      await choose(page, 'State', /unreachable/)
      await page.getByRole('link', { name: 'TB-0001' }).waitFor({ state: 'detached' })
      expect(parametersOf(page)).toEqual({ job: '41', state: 'lost' })

      await page.getByRole('button', { name: 'Pause', exact: true }).click()
      const question = page.getByRole('alertdialog', { name: `Pause ${TYPE} to 1.2.0?` })
      await question.getByRole('button', { name: 'Pause' }).click()
      await page.getByText('Paused: 6 % of wave 2 have failed').waitFor()
      await page.getByRole('button', { name: 'Resume', exact: true }).waitFor()
    },
    { service: watched.service, pages: ['2-4'] },
  )

  const late = firmwareService()
  part(
    'two missed looks show that it is delayed, until the service answers again or no one watches',
    async ({ page, open, tolerate }) => {
      tolerate(/503/)
      await open('/?job=41')
      await page.getByText('Wave 2 of 3').waitFor()
      late.state.isDown = true
      await page.getByText(/^Status delayed, last response/).waitFor()
      late.state.isDown = false
      await page.getByText(/^Status delayed/).waitFor({ state: 'detached' })
      await page.getByRole('button', { name: 'Stop watching' }).click()
      await page.getByText(/^You are no longer watching/).waitFor()
      await page.getByRole('button', { name: 'Watch again' }).click()
      await page.getByText(/^You are no longer watching/).waitFor({ state: 'detached' })
    },
    { service: late.service, pages: ['2-4'] },
  )

  const ended = firmwareService()
  ended.state.job = jobOf('done')
  part(
    'that has ended can be rolled back or started again for failed terminals, also on a phone',
    async ({ page, open, expectNoBarriers }) => {
      await open('/?job=41')
      await page.getByRole('button', { name: 'Start again for 3 failed terminals' }).click()
      await page.getByRole('alertdialog', { name: 'Start again for 3 failed terminals?' }).waitFor()
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: 'Roll back' }).click()
      await page
        .getByRole('alertdialog', { name: 'Bring 30 terminals back to the version they had before?' })
        .waitFor()
      await page.keyboard.press('Escape')
      expect(await page.getByRole('button', { name: 'Pause' }).count()).toBe(0)
      await expectNoBarriers()
      const width = await page.evaluate(() => document.documentElement.scrollWidth)
      expect(width).toBe(390)
    },
    { service: ended.service, pages: ['2-4'], ...phone },
  )
})
