import { createTranslator } from '@coldkeep/phrases/phrases'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { chooseOption } from './support/choose-option'
import { callsOf } from './support/operable-site'
import { cutTexts } from './support/read-page'
import { phone, walk } from './support/walk'

const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name })
const box = (page: Page, form: string, name: string) => {
  const fields = dialog(page, form)
  return fields.getByRole('textbox', { name }).or(fields.getByRole('combobox', { name }))
}

walk('a controller unknown so far is described, tried on the test bench and published', async (walked) => {
  const { page, signIn, expectNoBarriers } = walked
  await signIn('administrator')
  await page.goto('/InstructionListExpansion')
  await page.getByRole('heading', { level: 1, name: 'Instruction table' }).waitFor()
  await page.getByRole('row', { name: /Carel ir33\+ probes/ }).waitFor()
  await expectNoBarriers()

  await page.getByRole('button', { name: 'New', exact: true }).click()
  const form = 'New: Poll directive table (MID)'
  await box(page, form, 'Brand').fill('Nordwind')
  await box(page, form, 'Model').fill('T3')
  await box(page, form, 'Command code').fill('probes')
  await box(page, form, 'Note').fill('Three probes')
  await box(page, form, 'Command (hex)').fill('03 09 E1 00 0')
  await box(page, form, 'Reply bytes').fill('11')
  await dialog(page, form).getByText('The command must be whole bytes in hexadecimal.').waitFor()
  await expectNoBarriers()
  await box(page, form, 'Command (hex)').fill('03 09 E1 00 03')
  // a typing error creates no model
  await dialog(page, form).getByText('There is no such model.').waitFor()
  await dialog(page, form).getByRole('checkbox', { name: 'A new model' }).check()
  await dialog(page, form).getByRole('button', { name: 'Save' }).click()
  await dialog(page, form).waitFor({ state: 'detached' })
  await page.getByRole('row', { name: /Nordwind T3 probes/ }).click()

  await page.getByRole('tab', { name: 'Node table (UID)' }).click()
  await page.getByRole('heading', { name: 'Node table (UID) of T3 probes' }).waitFor()
  await page.getByRole('button', { name: 'Paste rows' }).click()
  const paste = dialog(page, /^Paste/)
  const lines = ['S3 air\t°C\t1\ti16\t0\t4\t10\t1\tair_temperature', 'S4 air\t°C\t2\ti16\t2\t0\t10\t1']
  await paste.getByRole('textbox').fill(lines.join('\n'))
  // the second leaves four bytes for a number of two
  await paste.getByText('What is left between the offsets does not match the format.').first().waitFor()
  await paste.getByRole('textbox').fill(lines.join('\n').replace('\t2\t0\t10', '\t2\t2\t10'))
  await paste.getByRole('button', { name: /2/ }).click()
  await paste.waitFor({ state: 'detached' })
  await page.getByRole('row', { name: /S4 air/ }).waitFor()

  // thermostat of an AK-CC55 at Modbus ID 5: 4.7 and 1.2 °C
  const bench = page.getByRole('region', { name: 'Test bench' })
  await bench.getByRole('textbox', { name: 'Modbus ID' }).fill('5')
  await bench.getByRole('textbox', { name: 'Reply (hex)' }).fill('05 03 06 00 2F 00 0C 00 22 86 69')
  await bench.getByRole('button', { name: 'Read reply' }).click()
  await bench.getByText('The reply is complete.').waitFor()
  await bench.getByText('11 of 11 bytes').waitFor()
  await bench.getByRole('row', { name: /S3 air 3 00 2F i16 47 4.7/ }).waitFor()
  await bench.getByRole('row', { name: /S4 air 5 00 0C i16 12 1.2/ }).waitFor()
  await expectNoBarriers()

  await page.goto('/InstructionListExpansion?brand=Nordwind&model=T3&tab=versions')
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  const confirmation = page.getByRole('alertdialog', { name: 'Publish Nordwind T3?' })
  await confirmation.getByRole('textbox', { name: 'Note' }).fill('From the manual of 2026')
  await confirmation.getByRole('button', { name: 'Publish', exact: true }).click()
  await page.getByRole('row', { name: /Version 1 From the manual of 2026/ }).waitFor()
  await page.getByText('No differences.').waitFor()
  await expectNoBarriers()
  await expect
    .poll(() => page.getByRole('button', { name: 'Publish', exact: true }).getAttribute('aria-disabled'))
    .toBe('true')
})

walk('nodes beyond the first page are reached by paging', async (walked) => {
  const { page, server, signIn, expectNoBarriers } = walked
  const call = await callsOf(server.address, server.signIns.administrator.account)
  const probes = ['Westwind', 'T4', 'probes', 'Probes', '03 09 E1 00 03', 11, false, true, '1']
  await call('POST', '/api/v2/append-poll/poll-mid', { mids: [probes] })
  await signIn('administrator')
  await page.goto('/InstructionListExpansion?brand=Westwind&model=T4')
  await page.getByRole('row', { name: /Westwind T4 probes/ }).click()
  await page.getByRole('tab', { name: 'Node table (UID) 0' }).click()

  // more than a call takes, then more than a page has rows, the last one first
  await page.getByRole('button', { name: 'Paste rows' }).first().click()
  const paste = dialog(page, /^Paste/)
  const bits = (count: number) =>
    Array.from({ length: count }, (_, bit) => `Bit ${bit}\t\t${bit + 11}\tbit${bit % 16}\t0\t4\t1\t1`)
  await paste.getByRole('textbox').fill(bits(201).join('\n'))
  await paste.getByText('At most 200 rows can be added at once. Paste them in batches.').first().waitFor()
  await paste.getByRole('textbox').fill(bits(16).reverse().join('\n'))
  await paste.getByRole('button', { name: 'Add 16 rows' }).click()
  await paste.waitFor({ state: 'detached' })
  await page.getByRole('row', { name: /^11 Bit 0/, selected: true }).waitFor()
  await page.getByRole('tab', { name: 'Node table (UID) 16' }).waitFor()
  await page.getByRole('button', { name: 'Page 1, current' }).waitFor()

  await page.getByRole('button', { name: 'New', exact: true }).click()
  const form = 'New: Node table (UID) of T4 probes'
  await box(page, form, 'Node name').fill('Last')
  await box(page, form, 'Parse order').fill('99')
  await chooseOption(dialog(page, form).getByRole('combobox', { name: 'Value format' }), 'bit15')
  await box(page, form, 'Front offset').fill('2')
  await box(page, form, 'Back offset').fill('2')
  await dialog(page, form).getByRole('button', { name: 'Save' }).click()
  await page.getByRole('row', { name: /^99 Last/, selected: true }).waitFor()
  await page.getByRole('button', { name: 'Page 2, current' }).waitFor()
  await expectNoBarriers()
})

walk('a reply to a write is judged byte by byte, and explained in words', async (walked) => {
  const { page, signIn, open, expectNoBarriers, tolerate } = walked
  await signIn('linguist')
  await open('/InstructionListExpansion?tab=writes&brand=Danfoss')
  const bench = page.getByRole('region', { name: 'Test bench' })
  await bench.getByText('Choose a write command above to test a reply to it.').waitFor()
  await page.getByRole('row', { name: /AK-CC55 Compact cut-out/ }).click()
  const unit = bench.getByRole('textbox', { name: 'Modbus ID' })
  const value = bench.getByRole('textbox', { name: 'Value (−50 to 50)' })
  const reply = bench.getByRole('textbox', { name: 'Reply (hex)' })
  const read = () => bench.getByRole('button', { name: 'Read reply' }).press('Enter')

  await unit.fill('248')
  await reply.fill('05 06 0')
  await read()
  await bench.getByText('Required').waitFor()
  await bench.getByText('The reply must be whole bytes in hexadecimal.').waitFor()
  await bench.getByText('At most 247').waitFor()
  await expectNoBarriers()

  // cut-out 2.0 °C of an AK-CC55 at Modbus ID 5
  await unit.fill('5')
  await value.fill('2')
  await reply.fill('05 06 00 63 00 14 78 5F')
  await read()
  await bench.getByText('The write succeeded: the reply is the expected packet.').waitFor()
  await bench.getByText('8 of 8 bytes').waitFor()
  await bench.getByText('78 5F, correct').waitFor()
  await bench.getByText('Byte 5, value: expected 14, received 14, equal').waitFor()
  await expectNoBarriers()

  await reply.fill('05 06 00 63 00 15 B9 9F')
  expect(await bench.getByText('8 of 8 bytes').count()).toBe(0)
  await read()
  await bench.getByText('The write failed. The reply is complete, but not the one expected.').waitFor()
  await bench.getByText('Byte 5, value: expected 14, received 15, different').waitFor()
  await expectNoBarriers()

  await reply.fill('05 86 03 43 A0')
  await read()
  await bench.getByText('The device refused with exception 3: it does not accept this value.').waitFor()
  await bench.getByText('Byte 7, CRC: expected 5F, received –, missing').waitFor()

  // tenths of a degree
  tolerate(/400/)
  await value.fill('2.05')
  await read()
  const failure = page.getByRole('alertdialog')
  await failure.getByText('Check the marked fields.').waitFor()
  await failure.getByRole('button', { name: 'Cancel' }).click()
  await bench.getByText('The node cannot show this value exactly.').waitFor()
})

walk(
  'on a phone, the tables stay inside the screen',
  async ({ page, signIn, open, expectNoBarriers }) => {
    await signIn('linguist')
    await open('/InstructionListExpansion?brand=Dixell&model=XR77U')
    await page.getByText('probes').first().waitFor()
    const width = () => page.evaluate(() => document.documentElement.scrollWidth)
    expect(await width()).toBe(390)
    await expectNoBarriers()
    await open('/InstructionListExpansion?brand=Dixell&model=XR77U&tab=writes')
    await page.getByRole('searchbox', { name: 'Search' }).fill('set-point')
    await page.getByRole('row', { name: /XR77U set-point/ }).click()
    const bench = page.getByRole('region', { name: 'Test bench' })
    await bench.getByRole('textbox', { name: /^Value/ }).fill('-20')
    await bench.getByRole('textbox', { name: 'Reply (hex)' }).fill('01 06 03 55 FF 38 D9 BC')
    await bench.getByRole('button', { name: 'Read reply' }).click()
    await bench.getByText('The write succeeded').waitFor()
    expect(await width()).toBe(390)
    await expectNoBarriers()
  },
  phone,
)

for (const language of ['ja', 'zh-TW', 'zh-CN'] as const) {
  walk(
    `in ${language} the test bench shows faults at their fields and the refusal of a write`,
    async ({ page, signIn, open, expectNoBarriers }) => {
      const t = createTranslator(language)
      await signIn('linguist')
      await open('/InstructionListExpansion?tab=writes&brand=Danfoss')
      await page.getByRole('row', { name: /AK-CC55 Compact cut-out/ }).click()
      const bench = page.getByRole('region', { name: t('instructions.bench') })
      const read = () => bench.getByRole('button', { name: t('instructions.read') }).press('Enter')
      const reply = bench.getByRole('textbox', { name: t('instructions.reply') })
      await reply.fill('05 86 0')
      await read()
      await bench.getByText(t('instructions.trial.replyHex')).waitFor()
      await bench.getByText(t('kit.field.required')).waitFor()
      await expectNoBarriers()
      await bench.getByRole('textbox', { name: t('instructions.unitId') }).fill('5')
      const range = t('writes.range', { low: '−50', high: '50' })
      await bench.getByRole('textbox', { name: t('instructions.written', { range }) }).fill('2')
      await reply.fill('05 86 03 43 A0')
      await read()
      const meaning = t('instructions.exception.illegalDataValue')
      const reason = t('instructions.outcome.exceptionNamed', { code: 3, meaning })
      await bench.getByText(t('instructions.writeOutcome.failed', { reason })).waitFor()
      await bench.getByText(t('instructions.match.missing')).first().waitFor({ state: 'attached' })
      expect(await page.locator('html').getAttribute('lang')).toBe(language)
      expect(await cutTexts(page)).toEqual([])
      await expectNoBarriers()
    },
    { ...(language === 'ja' ? phone : {}), locale: language },
  )
}

walk('a version that changes a write waits until someone else publishes it', async (walked) => {
  const { page, server, signIn, open, expectNoBarriers } = walked
  const call = await callsOf(server.address, server.signIns.administrator.account)
  const tables = '/api/v2/append-poll'
  const model = { brand: 'Nordwind', model: 'T9' }
  const light = (hex: string) => [
    'Nordwind',
    'T9',
    'light-on',
    'Light on',
    hex,
    hex,
    false,
    true,
    true,
    'light',
  ]
  await call('POST', `${tables}/poll-mid`, {
    mids: [['Nordwind', 'T9', 'probes', 'Probes', '03 09 E1 00 03', 11, false, true, '1']],
  })
  const [{ mid: poll }] = (await call('GET', `${tables}/poll-mid?brand=Nordwind&model=T9`)) as [
    { mid: string },
  ]
  const node = ['S3 air', '°C', '1', 'i16', '0', '4', '10', '1', 'air_temperature', '']
  await call('POST', `${tables}/poll-uid`, { mid: poll, rows: [node] })
  await call('POST', `${tables}/write-mid`, { mids: [light('05 00 01 FF 00')] })
  await call('POST', `${tables}/model-version`, { ...model, note: '', seen: 0 })
  const [{ mid }] = (await call('GET', `${tables}/write-mid?brand=Nordwind&model=T9`)) as [{ mid: string }]
  await call('PATCH', `${tables}/write-mid`, { mids: [{ mid, row: light('05 00 02 FF 00') }] })

  const path = '/InstructionListExpansion?brand=Nordwind&model=T9&tab=versions'
  await signIn('administrator')
  await open(path)
  await page.getByText('Only its author has reviewed the writes').waitFor()
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  const confirmation = page.getByRole('alertdialog', { name: 'Publish Nordwind T9?' })
  await confirmation.getByRole('textbox', { name: 'Note' }).fill('Other coil')
  await confirmation.getByRole('button', { name: 'Publish', exact: true }).click()
  const strip = page.getByRole('region', { name: 'A version is waiting for a second person' })
  await strip.getByText('Note: Other coil').waitFor()
  await strip.getByRole('row', { name: /light-on added Command \(hex\).*05 00 02 FF 00/ }).waitFor()
  await strip.getByRole('button', { name: 'Withdraw' }).waitFor()
  expect(await strip.getByRole('button', { name: 'Approve' }).count()).toBe(0)
  await expectNoBarriers()

  await signIn('linguist')
  await open(path)
  await expectNoBarriers()
  await strip.getByRole('button', { name: 'Approve' }).click()
  const approval = page.getByRole('alertdialog', { name: 'Publish this version of Nordwind T9?' })
  await expectNoBarriers()
  await approval.getByRole('button', { name: 'Approve' }).click()
  await page.getByRole('row', { name: /Version 2 Other coil/ }).waitFor()
  await strip.waitFor({ state: 'detached' })
})
