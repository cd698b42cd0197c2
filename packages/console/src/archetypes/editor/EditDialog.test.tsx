import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { partTest } from '../../testing/part-page'
import { button, choose, dialog, field, fillRequest, row, save } from '../../testing/request-form'
import { RequestTable, refusal } from '../../testing/request-table'
import type { Reply } from '../../testing/screen-server'

const part = partTest('table-editor-screen.tsx')
const pages = ['2-3-1']

const errorWindow = (page: Page) => page.getByRole('alertdialog', { name: 'Cloud connection error' })
const question = (page: Page) => page.getByRole('alertdialog', { name: 'Discard changes?' })

describe('form of a table editor', () => {
  const refusing = new RequestTable()
  part(
    'a refusal keeps the window and its values, names the fields, and gives the focus back to Save',
    async ({ page, open, tolerate, expectNoBarriers }) => {
      tolerate(/status of 400/)
      refusing.instead = ({ method }) =>
        method === 'POST' ? refusal('Row 1: the reply is too long.', { 'rows.0.row.3': 'range' }) : null
      await open()
      await button(page, 'New').click()
      await fillRequest(page)
      await field(page, 'Reply length').press('Enter')
      await errorWindow(page).getByText('Row 1: the reply is too long.').waitFor()
      await errorWindow(page).getByText('POST /api/v2/test/requests').waitFor()
      await expectNoBarriers()
      await page.keyboard.press('Escape')
      await errorWindow(page).waitFor({ state: 'detached' })
      await page.locator('button:focus').getByText('Save').waitFor()
      expect(await field(page, 'Code').inputValue()).toBe('D55')
      await dialog(page).getByText('The value is outside the allowed range.').waitFor()

      refusing.instead = () => null
      await field(page, 'Reply length').fill('24')
      await dialog(page).getByText('The value is outside the allowed range.').waitFor({ state: 'detached' })
      await save(page).click()
      await dialog(page).waitFor({ state: 'detached' })
      expect(refusing.rows.at(-1)?.reply_bytes).toBe(24)
    },
    { pages, service: refusing.answer },
  )

  const strict = new RequestTable()
  part(
    'what the contract requires is marked, and nothing is sent before it is met',
    async ({ page, open, expectNoBarriers }) => {
      await open()
      await button(page, 'New').click()
      await save(page).waitFor()
      const required = dialog(page).locator('[aria-required="true"]')
      const names = await required.evaluateAll((inputs) =>
        inputs.map((input) => (input as HTMLInputElement).labels?.[0]?.innerText),
      )
      expect(names).toEqual(['Brand *', 'Model *', 'Code *', 'Reply length *'])
      expect(await dialog(page).getByText('Required').count()).toBe(0)
      await save(page).press('Enter')
      expect(await dialog(page).getByText('Required').count()).toBe(4)
      const first = dialog(page).getByRole('combobox', { name: 'Brand' })
      await expect.poll(() => first.evaluate((input) => input === document.activeElement)).toBe(true)
      await save(page).hover()
      await page.getByText('Still missing: Brand, Model, Code, Reply length').last().waitFor()
      await expectNoBarriers()
      await fillRequest(page)
      await field(page, 'Code').fill('more than 8')
      await dialog(page).getByText('At most 8 characters').waitFor()
      await field(page, 'Code').fill('D55')
      await field(page, 'Reply length').fill('257')
      await dialog(page).getByText('At most 256').waitFor()
      await field(page, 'Reply length').fill('2.5')
      await dialog(page).getByText('Enter a whole number').waitFor()
      await field(page, 'Reply length').fill('twelve')
      await dialog(page).getByText('Enter a number').waitFor()
      await field(page, 'Reply length').fill('12')
      await field(page, 'Note').fill('D55')
      await dialog(page).getByText('Say more than the code').waitFor()
      await save(page).press('Enter')
      expect(strict.writes).toEqual([])
    },
    { pages, service: strict.answer },
  )

  const pressed = new RequestTable()
  part(
    'a press that leaves an empty field still reaches its button',
    async ({ page, open }) => {
      await open()
      await button(page, 'New').click()
      await dialog(page).locator('input:focus').waitFor()
      const cancel = button(page, 'Cancel')
      const { x, y, width, height } = (await cancel.boundingBox())!
      await page.mouse.move(x + width / 2, y + height / 2)
      await page.mouse.down()
      // a slow finger: what the field lacks may not come under it
      await page.evaluate(() => new Promise((shown) => requestAnimationFrame(() => setTimeout(shown))))
      expect(await dialog(page).getByText('Required').count()).toBe(0)
      expect(await cancel.boundingBox()).toEqual({ x, y, width, height })
      await page.mouse.up()
      await dialog(page).waitFor({ state: 'detached' })

      await button(page, 'New').click()
      await dialog(page).locator('input:focus').waitFor()
      await dialog(page).getByRole('heading').click()
      await dialog(page).getByText('Required').waitFor()
    },
    { pages, service: pressed.answer },
  )

  const composed = new RequestTable()
  part(
    'the Enter that ends an input-method composition sends nothing',
    async ({ page, open }) => {
      await open()
      await button(page, 'New').click()
      await fillRequest(page)
      const code = field(page, 'Code')
      await code.fill('')
      const session = await page.context().newCDPSession(page)
      await session.send('Input.imeSetComposition', { text: 'れい', selectionStart: 2, selectionEnd: 2 })
      await session.send('Input.dispatchKeyEvent', {
        type: 'rawKeyDown',
        key: 'Enter',
        code: 'Enter',
        windowsVirtualKeyCode: 229,
      })
      await session.send('Input.insertText', { text: '冷' })
      await code.dispatchEvent('keydown', { key: 'Enter', keyCode: 229, bubbles: true, cancelable: true })
      expect(await code.inputValue()).toBe('冷')
      expect(composed.writes).toEqual([])
      await code.press('Enter')
      await dialog(page).waitFor({ state: 'detached' })
      expect(composed.rows.at(-1)?.code).toBe('冷')
    },
    { pages, service: composed.answer },
  )

  const dirty = new RequestTable()
  part(
    'unsaved changes are thrown away only after a question, also when the page is left',
    async ({ page, open }) => {
      await open()
      await page.getByRole('link', { name: 'Further' }).click()
      await page.waitForURL('**/further')
      await button(page, 'New').click()
      await dialog(page).waitFor()
      await page.keyboard.press('Escape')
      await dialog(page).waitFor({ state: 'detached' })
      await button(page, 'New').click()
      await field(page, 'Code').fill('D1')
      await page.keyboard.press('Escape')
      await question(page).getByText('Your changes have not been saved.').waitFor()
      await page.keyboard.press('Escape')
      await question(page).waitFor({ state: 'detached' })
      expect(await field(page, 'Code').inputValue()).toBe('D1')
      await page.locator('input[name="code"]:focus').waitFor()
      await page.keyboard.press('Escape')
      await question(page).waitFor()
      await page.goBack()
      await question(page).getByRole('button', { name: 'Keep editing' }).click()
      expect(new URL(page.url()).pathname).toBe('/further')
      await page.goBack()
      await question(page).getByRole('button', { name: 'Discard' }).click()
      await page.waitForURL((url) => url.pathname === '/')
      await dialog(page).waitFor({ state: 'detached' })
      await button(page, 'New').click()
      expect(await field(page, 'Code').inputValue()).toBe('')
    },
    { pages, service: dirty.answer },
  )

  const reloaded = new RequestTable()
  part(
    'what was typed outlives a reload, and goes once it is sent',
    async ({ page, open }) => {
      page.on('dialog', (dialog) => void dialog.accept())
      await open()
      await row(page, 'C01').dblclick()
      await field(page, 'Note').fill('half')
      await page.reload()
      await page.getByRole('dialog', { name: 'Edit: C01' }).waitFor()
      expect(await field(page, 'Note').inputValue()).toBe('half')
      await save(page).click()
      await dialog(page).waitFor({ state: 'detached' })
      expect(reloaded.rows[0]?.note).toBe('half')
      await page.reload()
      await row(page, 'C01').waitFor()
      expect(await dialog(page).count()).toBe(0)
    },
    { pages, service: reloaded.answer },
  )

  const shared = new RequestTable()
  part(
    'where someone else was first, the form shows both, and saves what is chosen',
    async ({ page, open, tolerate, expectNoBarriers }) => {
      tolerate(/status of 409/)
      await open()
      await row(page, 'C01').dblclick()
      await field(page, 'Note').fill('mine')
      await field(page, 'Reply length').fill('11')
      shared.instead = ({ method }) => {
        if (method !== 'PATCH') return null
        shared.instead = () => null
        shared.rows = shared.rows.map((one, index) =>
          index === 0 ? { ...one, code: 'X01', note: 'theirs', reply_bytes: 12 } : one,
        )
        return refusal('Someone was first.', {}, 'row.changed')
      }
      await save(page).click()
      await dialog(page).getByText('Current: theirs').waitFor()
      await dialog(page).getByText('Current: 12').waitFor()
      await dialog(page).getByRole('status').getByText('Someone else has saved changes.').waitFor()
      expect(await errorWindow(page).count()).toBe(0)
      expect(await field(page, 'Note').inputValue()).toBe('mine')
      // what was not touched here follows
      expect(await field(page, 'Code').inputValue()).toBe('X01')
      await dialog(page).getByText('Someone else set this value').waitFor()
      await expectNoBarriers()
      await dialog(page).getByRole('button', { name: 'Use this: Reply length' }).click()
      expect(await field(page, 'Reply length').inputValue()).toBe('12')
      await save(page).click()
      await dialog(page).waitFor({ state: 'detached' })
      expect(shared.rows[0]).toMatchObject({ code: 'X01', note: 'mine', reply_bytes: 12 })
    },
    { pages, service: shared.answer },
  )

  const dependent = new RequestTable()
  part(
    'another brand clears the model and offers its own',
    async ({ page, open }) => {
      await open()
      await row(page, 'C01').dblclick()
      const model = dialog(page).getByRole('combobox', { name: 'Model' })
      await expect.poll(() => model.inputValue()).toBe('IR33')
      await choose(page, 'Brand', 'Dixell')
      expect(await model.inputValue()).toBe('')
      await model.click()
      expect(await page.getByRole('option').allInnerTexts()).toEqual(['XR06CX'])
    },
    { pages, service: dependent.answer },
  )

  const slow = new RequestTable()
  part(
    'while a row is being sent the button shows it, and the window can neither be closed nor sent again',
    async ({ page, open }) => {
      slow.writes.length = 0
      let finish: (reply: Reply) => void = () => undefined
      // ready before the request comes: the button may show it earlier
      const reply = new Promise<Reply>((resolve) => {
        finish = resolve
      })
      slow.instead = ({ method }) => (method === 'PATCH' ? reply : null)
      await open()
      await row(page, 'C01').dblclick()
      await field(page, 'Note').fill('slow')
      await save(page).click()
      await dialog(page).locator('button[aria-busy="true"]').waitFor()
      await save(page).click({ force: true })
      await page.keyboard.press('Escape')
      expect(await dialog(page).count()).toBe(1)
      expect(await question(page).count()).toBe(0)
      finish({ json: {} })
      await dialog(page).waitFor({ state: 'detached' })
      expect(slow.writes).toHaveLength(1)
    },
    { pages, service: slow.answer },
  )
})
