import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { countVerdicts } from '@coldkeep/domain/analysis/protection-verdict'
import { drawTitle } from '../../paper/draw-title'
import { HAIRLINE, Sheet, SOFT_INK } from '../../paper/sheet'
import { percentText } from '../../wording/number-text'
import type { Words } from '../../wording/words'
import type { Evidence } from '../evidence'
import type { PackFile } from '../pack-folder'
import { VERIFY_COMMAND } from '../readme'
import { daysText } from '../time-cells'
import { drawAlarms, drawCalibrations } from './alarm-pages'
import { drawBreaches, openBreachText } from './correction-pages'
import { drawDevice, periodFigures } from './device-pages'
import { drawMethod } from './method-page'
import { type PageWords, pageWords, verdictMarks, verdictText } from './page-words'

/** What the pages say about the pack that they lie in. */
export interface PackSeal {
  readonly packName: string
  /** The data files, which are whole by now. */
  readonly files: readonly PackFile[]
  readonly digest: string
  readonly fingerprint: string
}

const SHOWN_DIGEST = 16

/** Writes the pages to a file; memory holds the pages, and of the curves what can be seen of them. */
export async function writePdf(
  path: string,
  evidence: Evidence,
  seal: PackSeal,
  words: Words,
): Promise<void> {
  const { store, madeAt } = evidence
  const page = pageWords(words, store.zone)
  const title = `${words.translate('evidence.headline')}, ${store.code} ${store.name}`
  const sheet = new Sheet({
    title,
    language: words.language,
    country: store.country,
    madeAt: new Date(madeAt),
  })
  const written = pipeline(sheet.doc, createWriteStream(path, { mode: 0o600, flags: 'wx' }))
  drawCover(sheet, evidence, seal, page)
  for (const device of evidence.devices) drawDevice(sheet, evidence, device, page)
  drawBreaches(sheet, evidence, page)
  drawAlarms(sheet, evidence, page)
  drawCalibrations(sheet, evidence, page)
  drawMethod(sheet, evidence, page)
  drawFiles(sheet, seal, page)
  sheet.finish({ left: `${store.code} ${store.name}`, right: daysText(evidence, page) }, (number, pages) => [
    page.translate('evidence.footer', { digest: seal.digest.slice(0, SHOWN_DIGEST) }),
    page.translate('paper.page', { page: number, pages }),
  ])
  await written
}

function drawCover(sheet: Sheet, evidence: Evidence, seal: PackSeal, words: PageWords): void {
  const { translate } = words
  const { store, madeAt, madeBy, until } = evidence
  drawTitle(sheet, { title: translate('evidence.headline'), store: `${store.code}  ${store.name}` })
  sheet.facts([
    [translate('evidence.period'), daysText(evidence, words)],
    [translate('evidence.address'), store.address],
    [translate('evidence.zone'), store.zone],
    [translate('evidence.judgedUntil'), words.instant(until)],
    [translate('evidence.madeAt'), words.instant(madeAt)],
    [translate('evidence.madeBy'), madeBy],
  ])
  sheet.space(12)
  drawVerdicts(sheet, evidence, words)
  const breaches = openBreachText(evidence, words)
  if (breaches !== null) {
    sheet.space(6)
    sheet.paragraph(breaches, { weight: 'bold' })
  }
  sheet.space(16)
  sheet.heading(translate('evidence.byDevice'))
  drawDevices(sheet, evidence, words)
  sheet.space(14)
  sheet.need(60)
  sheet.paragraph(translate('evidence.verify'), { size: 8, color: SOFT_INK })
  sheet.space(2)
  sheet.paragraph(`${VERIFY_COMMAND} ${seal.packName}`, { size: 8, weight: 'bold' })
}

/** Four boxes: how many device-days have which verdict. */
function drawVerdicts(sheet: Sheet, { devices }: Evidence, words: PageWords): void {
  const { translate } = words
  const counts = countVerdicts(devices.flatMap(({ days }) => days.map(({ sums }) => sums.verdict)))
  const count = Object.values(counts).reduce((sum, one) => sum + one, 0)
  sheet.paragraph(translate('evidence.summaryText', { count }), { color: SOFT_INK })
  sheet.space(4)
  const [gap, height] = [8, 48]
  const width = (sheet.width - 3 * gap) / 4
  for (const [index, verdict] of (['protected', 'watch', 'breach', 'no_data'] as const).entries()) {
    const x = sheet.left + index * (width + gap)
    const { color } = verdictMarks[verdict]
    sheet.doc.roundedRect(x, sheet.y, width, height, 3).lineWidth(0.8).strokeColor(HAIRLINE).stroke()
    sheet.doc.rect(x, sheet.y + 4, 2.5, height - 8).fill(color)
    sheet.line(String(counts[verdict]), x + 12, sheet.y + 5, width - 16, { size: 18, weight: 'bold', color })
    sheet.line(verdictText(verdict, words), x + 12, sheet.y + 31, width - 16, { size: 8.5 })
  }
  sheet.y += height
}

function drawDevices(sheet: Sheet, { devices }: Evidence, words: PageWords): void {
  const { translate, language } = words
  sheet.table(
    [
      { title: translate('evidence.device'), share: 20 },
      { title: translate('protection.zone'), share: 13 },
      { title: translate('evidence.limits'), share: 17 },
      { title: translate('protection.average'), share: 11, align: 'right' },
      { title: translate('protection.highest'), share: 11, align: 'right' },
      { title: translate('protection.excursion'), share: 12, align: 'right' },
      { title: translate('protection.longest'), share: 13, align: 'right' },
      { title: translate('protection.coverage'), share: 14, align: 'right' },
      { title: translate('protection.verdictTitle'), share: 17 },
    ],
    devices.map((device) => {
      const { zone, limits, means, sums, verdict } = periodFigures(device)
      // Of a hot case the coldest counts.
      const isHot = limits.insuredHighC === null
      const outermost = isHot ? sums.lowestC : sums.highestC
      const known = (value: number) => (sums.coveredMinutes === 0 ? null : value)
      return [
        { text: device.name, weight: 'bold' },
        { text: translate(`devices.zone.${zone}`) },
        { text: words.limits(limits.insuredLowC, limits.insuredHighC) },
        { text: words.celsius(means.averageC) },
        { text: words.celsius(outermost) },
        { text: words.minutes(known(sums.excursionMinutes)) },
        { text: words.minutes(known(sums.longestExcursionMinutes)) },
        { text: percentText(language, means.coverage === null ? null : means.coverage * 100) },
        { text: verdictText(verdict, words), color: verdictMarks[verdict].color, weight: 'bold' },
      ]
    }),
  )
}

function drawFiles(sheet: Sheet, { files, digest, fingerprint }: PackSeal, { translate }: PageWords): void {
  sheet.space(18)
  sheet.heading(translate('evidence.files'))
  sheet.table(
    [
      { title: translate('evidence.file'), share: 28 },
      { title: translate('evidence.bytes'), share: 12, align: 'right' },
      { title: 'SHA-256', share: 60 },
    ],
    [...files]
      .sort((a, b) => (a.path < b.path ? -1 : 1))
      .map(({ path, bytes, sha256 }) => [{ text: path }, { text: String(bytes) }, { text: sha256 }]),
  )
  sheet.space(8)
  for (const [label, value] of [
    [translate('evidence.digest'), digest],
    [translate('evidence.signedBy'), fingerprint],
  ] as const) {
    sheet.need(30)
    sheet.paragraph(label, { size: 8, color: SOFT_INK })
    sheet.paragraph(value, { size: 8, weight: 'bold' })
    sheet.space(4)
  }
}
