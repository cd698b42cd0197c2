import { createTranslator, staticLanguageFile } from '@coldkeep/phrases/phrases'
import { type Language, languages } from '@coldkeep/phrases/translate'
import { expect } from 'vitest'
import { goOn } from './support/go-on'
import { cutTexts, textsOn } from './support/read-page'
import { phone, type Walk, walk } from './support/walk'

/** What is the same in every language: names of places and things, symbols and units, the languages' own names. */
const unworded = [
  // Names that an axis has no room for.
  /\b(Alder|Birch|Cedar|Dogwood|Elm)[\w ]*…/g,
  /Coldkeep|Frostline|North|South|Harbour|Quay|Alder Street|Birch Lane 50%|Cedar_Road|Dogwood Alley|Elm Landing/g,
  /Freezer 1|Main meter|@?Case,? \d|Carel|IR33|Eastron|SDM630|TB-[0-9A-Z]+|Polar Service|Glacier Works|\b(Ada|Lin)\b/g,
  /\b(Air|Defrost|Energy|Power)\b|The disk is full\./g,
  // The fingerprint of a key.
  /\b(?:[0-9a-f]{4} ){7,}[0-9a-f]{4}\b/g,
  /English|YYYY-MM-DD|\b(API|CSV|XLSX|PNG|UTC|Ctrl|Esc|Enter|Space|kWh|min)\b|data\.csv|\/nowhere/g,
]
const keys = new Set(Object.keys(staticLanguageFile('en')))

interface Stop {
  readonly path: string
  readonly isThere: (walk: Walk, language: Language) => Promise<void>
}

/** With a row or an alarm of Cedar Road once they are loaded. */
const analysisPages = [
  '/TemperatureAssuranceManagement',
  '/FreezerHealthDistribution',
  '/ElectricPowerRequirement',
  '/ElectricalConsumptionComparison',
  '/OperationalAnalysis',
  '/AlarmRecord',
  '/Alarms',
]

const formPages = [
  '/DownloadSenseData',
  '/ScheduledReports',
  '/DownloadQualityAssuranceData',
  '/DownloadLogData',
  '/_31_',
  '/_43_',
  '/UpdateOperation',
  '/StoreSettings',
]

const stops = ({ devices }: Walk['server'], isPhone: boolean): readonly Stop[] => [
  {
    path: '/home',
    isThere: async ({ page }, language) => {
      await page.getByRole('link', { name: 'North' }).first().waitFor()
      const opener = isPhone ? 'shell.bar.openMenu' : 'shell.groups.form'
      await page.getByRole('button', { name: createTranslator(language)(opener) }).click()
    },
  },
  {
    path: '/DeviceConnectionRate',
    isThere: async ({ page }, language) => {
      const t = createTranslator(language)
      if (isPhone) await page.getByRole('button', { name: t('analysis.filter.title') }).click()
      await page.getByRole('form').getByText(t('organisation.store.departmentFirst')).waitFor()
    },
  },
  {
    path: `/DeviceConnectionRate?dep=1&date=${daysAgo(6)}`,
    isThere: async ({ page }) => {
      await page.getByRole('link', { name: 'Freezer 1' }).first().waitFor()
    },
  },
  ...analysisPages.map((path) => ({
    path: `${path}?dep=1&store=all`,
    isThere: async ({ page }: Walk) => {
      await page
        .getByText(/Cedar_Road|Elm Landing/)
        .filter({ visible: true })
        .first()
        .waitFor()
    },
  })),
  {
    path: `/EarlyAlarmAnalysis?dep=1&store=all&days=7&date=${new Date().toISOString().slice(0, 10)}`,
    isThere: async ({ page }, language) => {
      await page.getByText(createTranslator(language)('analysis.result.noneInPeriod')).waitFor()
    },
  },
  {
    path: `/device/${devices.freezer}`,
    isThere: async ({ page }) => {
      await page.locator('canvas').first().waitFor()
    },
  },
  {
    path: '/SystemTasks',
    isThere: async ({ page }) => {
      await page.getByText('The disk is full.').first().waitFor()
    },
  },
  {
    path: '/Terminals',
    isThere: async ({ page }) => {
      await page.getByRole('link', { name: 'TB-N001' }).waitFor()
    },
  },
  {
    path: '/Terminals?id=TB-N001',
    isThere: async ({ page }) => {
      await page.getByRole('heading', { level: 2, name: 'TB-N001' }).waitFor()
    },
  },
  ...formPages.map((path) => ({
    path,
    isThere: async ({ page }: Walk) => {
      await page.locator('main :is(form, table)').first().waitFor()
    },
  })),
  {
    path: '/nowhere',
    isThere: async ({ page }) => {
      await page.getByText('/nowhere').waitFor()
    },
  },
  {
    path: '/home?board=1',
    isThere: async ({ page }) => {
      await page
        .getByText(/Cedar_Road|Elm Landing/)
        .filter({ visible: true })
        .first()
        .waitFor()
    },
  },
]

/** Each language once, the longest and the densest where there is least room. */
const widths: Readonly<Record<Language, 1440 | 390>> = { en: 390, ja: 390, 'zh-CN': 1440, 'zh-TW': 1440 }

for (const language of languages) {
  const isPhone = widths[language] === 390
  walk(
    `in ${language} at ${widths[language]} px every page is translated and nothing is cut off`,
    async (steps) => {
      const { page, server } = steps
      await page.goto('/login')
      await page.locator('input[name="account"]').waitFor()
      const faults = [...(await faultsOf(steps, '/login', language))]
      const { account, password } = server.signIns.linguist
      await page.locator('input[name="account"]').fill(account)
      await page.locator('input[name="password"]').fill(password)
      await page.keyboard.press('Enter')
      await page.waitForURL('**/home')
      await page.locator('#page-title').waitFor()
      for (const { path, isThere } of stops(server, isPhone)) {
        await goOn(page, path)
        await isThere(steps, language)
        faults.push(...(await faultsOf(steps, path, language)))
      }
      expect(faults).toEqual([])
    },
    { ...(isPhone ? phone : {}), locale: language === 'en' ? 'en-GB' : language },
  )
}

async function faultsOf({ page }: Walk, path: string, language: Language): Promise<string[]> {
  const texts = await textsOn(page)
  const raw = texts.filter((text) => keys.has(text))
  const english = language === 'en' ? [] : texts.filter((text) => hasEnglish(text))
  const cut = await cutTexts(page)
  const spoken = await page.locator('html').getAttribute('lang')
  return [
    ...(spoken === language ? [] : [`${path} is in ${spoken}`]),
    ...raw.map((text) => `${path}: raw key ${text}`),
    ...[...new Set(english)].map((text) => `${path}: English: ${text}`),
    ...cut.map((text) => `${path}: cut: ${text}`),
  ]
}

/** Three Latin letters in a row that are neither a name nor a symbol. */
function hasEnglish(text: string): boolean {
  return /[A-Za-z]{3,}/.test(unworded.reduce((rest, pattern) => rest.replace(pattern, ''), text))
}

function daysAgo(days: number): string {
  return new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)
}
