import { minutesOf } from '@coldkeep/domain/analysis/excursions'
import {
  countVerdicts,
  type ProtectionVerdict,
  worstVerdict,
} from '@coldkeep/domain/analysis/protection-verdict'
import {
  sumTemperatures,
  type TemperatureMeans,
  type TemperatureSums,
  temperatureMeans,
} from '@coldkeep/domain/analysis/temperature-figures'
import { lengthMinutes } from '@coldkeep/domain/time/period'
import type { Cell, Column, Sheet } from '../../paper/sheet'
import { SOFT_INK } from '../../paper/sheet'
import { NO_VALUE, percentText } from '../../wording/number-text'
import type { DeviceEvidence, Evidence, ShownDay } from '../evidence'
import { drawChart } from './chart'
import { type PageWords, verdictMarks, verdictText } from './page-words'

/** Of further rows only the number is given; all of them are in the file. */
const MOST_ROWS = 40

/** What a device comes to over all its days; zone and limits are those of the last. */
export function periodFigures({ days }: DeviceEvidence): {
  readonly zone: ShownDay['zone']
  readonly limits: ShownDay['limits']
  readonly sums: TemperatureSums
  readonly means: TemperatureMeans
  readonly verdict: ProtectionVerdict
} {
  const { zone, limits } = days.at(-1) as ShownDay
  const sums = sumTemperatures(days.map((day) => day.sums))
  const means = temperatureMeans(sums, limits.activationKjPerMol)
  return {
    zone,
    limits,
    sums,
    means,
    verdict: worstVerdict(countVerdicts(days.map((day) => day.sums.verdict))),
  }
}

/** One device from a page of its own on: its curve, its days, what went beyond the limits, and what is not known. */
export function drawDevice(sheet: Sheet, evidence: Evidence, device: DeviceEvidence, words: PageWords): void {
  const { translate } = words
  const { zone, limits, verdict } = periodFigures(device)
  sheet.newPage()
  const { color } = verdictMarks[verdict]
  const style = { size: 11, weight: 'bold', color } as const
  const badge = verdictText(verdict, words)
  const badgeWidth = sheet.widthOf(badge, style) + 4
  sheet.write(badge, sheet.left + sheet.width - badgeWidth, sheet.y + 3, badgeWidth, {
    ...style,
    align: 'right',
  })
  const width = sheet.width - badgeWidth - 12
  sheet.write(device.name, sheet.left, sheet.y, width, { size: 15, weight: 'bold' })
  sheet.y += sheet.heightOf(device.name, width, { size: 15, weight: 'bold' }) + 2
  const insured = words.limits(limits.insuredLowC, limits.insuredHighC)
  const legal = words.limits(limits.legalLowC, limits.legalHighC)
  sheet.paragraph(
    [
      `${translate('evidence.deviceId')} ${device.deviceId}`,
      `${device.brand} ${device.model}`,
      translate(`devices.zone.${zone}`),
      translate('evidence.limitsText', { insured, legal }),
    ].join('   ·   '),
    { size: 8.5, color: SOFT_INK },
  )
  sheet.space(22)
  drawChart(sheet, evidence, device, words)
  sheet.space(8)
  drawDays(sheet, device, words)
  sheet.space(14)
  drawExcursions(sheet, evidence, device, words)
  sheet.space(14)
  drawGaps(sheet, device, words)
  drawDefrosts(sheet, device, words)
}

function drawDays(sheet: Sheet, { days }: DeviceEvidence, words: PageWords): void {
  const { translate, language } = words
  sheet.heading(translate('evidence.byDay'))
  sheet.table(
    [
      { title: translate('evidence.day'), share: 14 },
      { title: translate('protection.average'), share: 12, align: 'right' },
      { title: translate('protection.lowest'), share: 12, align: 'right' },
      { title: translate('protection.highest'), share: 12, align: 'right' },
      { title: translate('protection.meanKinetic'), share: 12, align: 'right' },
      { title: translate('protection.excursion'), share: 13, align: 'right' },
      { title: translate('protection.degreeMinutes'), share: 13, align: 'right' },
      { title: translate('evidence.gapMinutes'), share: 13, align: 'right' },
      { title: translate('protection.coverage'), share: 15, align: 'right' },
      { title: translate('protection.verdictTitle'), share: 18 },
    ],
    days.map(({ on, sums, limits, gaps }) => {
      const means = temperatureMeans(sums, limits.activationKjPerMol)
      const isKnown = sums.coveredMinutes > 0
      return [
        { text: on },
        { text: words.celsius(means.averageC) },
        { text: words.celsius(sums.lowestC) },
        { text: words.celsius(sums.highestC) },
        { text: words.celsius(means.meanKineticC) },
        { text: words.minutes(isKnown ? sums.excursionMinutes : null) },
        { text: isKnown ? words.decimal(sums.degreeMinutes) : NO_VALUE },
        { text: words.minutes(minutesOf(gaps)) },
        { text: percentText(language, means.coverage === null ? null : means.coverage * 100) },
        { text: verdictText(sums.verdict, words), color: verdictMarks[sums.verdict].color },
      ]
    }),
  )
}

function drawExcursions(
  sheet: Sheet,
  { until }: Evidence,
  { excursions }: DeviceEvidence,
  words: PageWords,
): void {
  const { translate } = words
  const columns: Column[] = [
    { title: translate('evidence.from'), share: 20 },
    { title: translate('evidence.until'), share: 26 },
    { title: translate('evidence.duration'), share: 14, align: 'right' },
    { title: translate('evidence.peak'), share: 12, align: 'right' },
    { title: translate('evidence.limit'), share: 12, align: 'right' },
    { title: translate('evidence.beyondBy'), share: 12, align: 'right' },
    { title: translate('protection.degreeMinutes'), share: 14, align: 'right' },
  ]
  const rows = excursions.map(({ startAt, endAt, minutes, extremeC, limitC, degreeMinutes }): Cell[] => {
    const end = words.instant(endAt)
    return [
      { text: words.instant(startAt) },
      { text: endAt >= until ? translate('evidence.continues', { time: end }) : end },
      { text: words.minutes(minutes) },
      { text: words.celsius(extremeC), weight: 'bold' },
      { text: words.celsius(limitC) },
      { text: words.decimal(Math.abs(extremeC - limitC), 'K') },
      { text: words.decimal(degreeMinutes) },
    ]
  })
  drawList(
    sheet,
    words,
    { title: 'evidence.excursions', none: 'evidence.noExcursions', file: 'excursions.csv' },
    columns,
    rows,
  )
}

function drawGaps(sheet: Sheet, { gaps }: DeviceEvidence, words: PageWords): void {
  const { translate } = words
  const columns: Column[] = [
    { title: translate('evidence.from'), share: 30 },
    { title: translate('evidence.until'), share: 30 },
    { title: translate('evidence.duration'), share: 40 },
  ]
  const rows = gaps.map((gap): Cell[] => [
    { text: words.instant(gap.startAt) },
    { text: words.instant(gap.endAt) },
    { text: words.minutes(lengthMinutes(gap)) },
  ])
  drawList(sheet, words, { title: 'evidence.gaps', none: 'evidence.noGaps', file: 'gaps.csv' }, columns, rows)
}

interface ListWords {
  readonly title: 'evidence.excursions' | 'evidence.gaps'
  readonly none: 'evidence.noExcursions' | 'evidence.noGaps'
  readonly file: string
}

function drawList(
  sheet: Sheet,
  { translate }: PageWords,
  { title, none, file }: ListWords,
  columns: readonly Column[],
  rows: readonly (readonly Cell[])[],
): void {
  sheet.heading(translate(title))
  if (rows.length === 0) {
    sheet.paragraph(translate(none), { color: SOFT_INK })
    return
  }
  sheet.table(columns, rows.slice(0, MOST_ROWS))
  if (rows.length <= MOST_ROWS) return
  sheet.space(3)
  const count = rows.length - MOST_ROWS
  sheet.paragraph(translate('evidence.more', { count, file }), { size: 8, color: SOFT_INK })
}

function drawDefrosts(sheet: Sheet, { days }: DeviceEvidence, words: PageWords): void {
  const count = days.reduce((sum, { defrosts }) => sum + defrosts.length, 0)
  if (count === 0) return
  const masked = words.minutes(days.reduce((sum, { masks }) => sum + minutesOf(masks), 0))
  sheet.space(14)
  sheet.heading(words.translate('evidence.defrosts'))
  sheet.paragraph(words.translate('evidence.defrostsText', { count, minutes: masked }))
}
