import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { phone, walk } from './support/walk'

const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name })
const box = (page: Page, form: string, name: string) =>
  dialog(page, form).getByRole('textbox', { name, exact: false })

walk('a controller that nobody has seen is described, tried on the bench and published', async (walked) => {
  const { page, signIn, expectNoBarriers } = walked
  await signIn('administrator')
  await page.goto('/InstructionListExpansion')
  await page.getByRole('heading', { level: 1, name: 'Instruction table' }).waitFor()
  await page.getByRole('row', { name: /Carel ir33\+ probes/ }).waitFor()
  await expectNoBarriers()

  await page.getByRole('button', { name: 'New', exact: true }).click()
  const form = 'New: Poll commands'
  await box(page, form, 'Brand').fill('Nordwind')
  await box(page, form, 'Model').fill('T3')
  await box(page, form, 'Command code').fill('probes')
  await box(page, form, 'Note').fill('Three probes')
  await box(page, form, 'Command (hex)').fill('03 09 E1 00 0')
  await box(page, form, 'Reply bytes').fill('11')
  await dialog(page, form).getByText('The command is no whole bytes in hexadecimal.').waitFor()
  await expectNoBarriers()
  await box(page, form, 'Command (hex)').fill('03 09 E1 00 03')
  await dialog(page, form).getByRole('button', { name: 'Save' }).click()
  await dialog(page, form).waitFor({ state: 'detached' })
  await page.getByRole('row', { name: /Nordwind T3 probes/ }).click()

  await page.getByRole('tab', { name: 'Nodes' }).click()
  await page.getByRole('heading', { name: 'Nodes of T3 probes' }).waitFor()
  await page.getByRole('button', { name: 'Paste rows' }).click()
  const paste = dialog(page, /^Paste/)
  const lines = ['S3 air\t°C\t1\ti16\t0\t4\t10\t1\tair_temperature', 'S4 air\t°C\t2\ti16\t2\t0\t10\t1']
  await paste.getByRole('textbox').fill(lines.join('\n'))
  // the second leaves four bytes for a number of two
  await paste.getByText('What is left between the offsets does not fit the format.').first().waitFor()
  await paste.getByRole('textbox').fill(lines.join('\n').replace('\t2\t0\t10', '\t2\t2\t10'))
  await paste.getByRole('button', { name: /2/ }).click()
  await paste.waitFor({ state: 'detached' })
  await page.getByRole('row', { name: /S4 air/ }).waitFor()

  // thermostat of an AK-CC55 at Modbus ID 5: 4.7 and 1.2 °C
  const bench = page.getByRole('region', { name: 'Test bench' })
  await bench.getByRole('textbox', { name: 'Modbus ID' }).fill('5')
  await bench.getByRole('textbox', { name: 'Reply (hex)' }).fill('05 03 06 00 2F 00 0C 00 22 86 69')
  await bench.getByRole('button', { name: 'Read reply' }).click()
  await bench.getByText('The reply is whole.').waitFor()
  await bench.getByText('11 of 11 bytes').waitFor()
  await bench.getByRole('row', { name: /S3 air 3 00 2F i16 47 4.7/ }).waitFor()
  await bench.getByRole('row', { name: /S4 air 5 00 0C i16 12 1.2/ }).waitFor()
  await expectNoBarriers()

  await page.goto('/InstructionListExpansion?brand=Nordwind&model=T3&tab=versions')
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  const asked = page.getByRole('alertdialog', { name: 'Publish Nordwind T3?' })
  await asked.getByRole('textbox', { name: 'Note' }).fill('From the manual of 2026')
  await asked.getByRole('button', { name: 'Publish', exact: true }).click()
  await page.getByRole('row', { name: /Version 1 From the manual of 2026/ }).waitFor()
  await page.getByText('Nothing is different.').waitFor()
  await expectNoBarriers()
  await expect
    .poll(() => page.getByRole('button', { name: 'Publish', exact: true }).getAttribute('aria-disabled'))
    .toBe('true')
})

walk(
  'on a phone the tables stay inside the screen',
  async ({ page, signIn, open, expectNoBarriers }) => {
    await signIn('linguist')
    await open('/InstructionListExpansion?brand=Dixell&model=XR77U')
    await page.getByText('probes').first().waitFor()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    await expectNoBarriers()
  },
  phone,
)
