import { epochMs, hours } from '@coldkeep/domain/time/instant'
import { lengthMs, type Period } from '@coldkeep/domain/time/period'
import { dayStarts, localDateOf } from '@coldkeep/domain/time/store-calendar'
import { timeParts } from '@coldkeep/phrases/format'
import { drawLine } from '../../paper/draw-line'
import { HAIRLINE, INK, type Sheet, SOFT_INK } from '../../paper/sheet'
import { palette } from '../../wording/palette'
import { dayText } from '../../wording/time-text'
import type { Words } from '../../wording/words'
import type { DeviceEvidence, Evidence } from '../evidence'

const HEIGHT = 150
const AXIS = 30
const BELOW = 14
const SMALL = 7
const LIMIT = palette.deviation
const COLORS = { product: palette.normal, air: palette.second, mask: '#DCE9F7', excursion: '#F8D7D5' }
const TICKS = [0.5, 1, 2, 5, 10, 20, 50]

/** How product and air of a device went, between its limits: gaps are hatched and no line crosses them. */
export function drawChart(sheet: Sheet, evidence: Evidence, device: DeviceEvidence, words: Words): void {
  sheet.need(HEIGHT + BELOW + 26)
  const { doc } = sheet
  const top = sheet.y
  const box = { left: sheet.left + AXIS, right: sheet.left + sheet.width, top, bottom: top + HEIGHT }
  const { period } = evidence
  const { lowC, highC, stepC } = extentOf(device)
  const x = (ms: number) => box.left + ((ms - period.startAt) / lengthMs(period)) * (box.right - box.left)
  const y = (celsius: number) => box.bottom - ((celsius - lowC) / (highC - lowC)) * HEIGHT
  const band = ({ startAt, endAt }: Period, paint: (left: number, width: number) => void) => {
    const [from, to] = [Math.max(startAt, period.startAt), Math.min(endAt, period.endAt)]
    if (to > from) paint(x(from), Math.max(0.6, x(to) - x(from)))
  }
  const filled = (color: string) => (left: number, width: number) =>
    void doc.rect(left, box.top, width, HEIGHT).fill(color)

  for (const { masks } of device.days) for (const mask of masks) band(mask, filled(COLORS.mask))
  for (const excursion of device.excursions) band(excursion, filled(COLORS.excursion))
  for (const gap of device.gaps) band(gap, (left, width) => hatch(sheet, left, box.top, width, HEIGHT))

  doc.lineWidth(0.5)
  for (let celsius = Math.ceil(lowC / stepC) * stepC; celsius <= highC + 1e-9; celsius += stepC) {
    doc.moveTo(box.left, y(celsius)).lineTo(box.right, y(celsius)).strokeColor(HAIRLINE).stroke()
    const text = `${Math.round(celsius * 10) / 10}`
    sheet.line(text, sheet.left, y(celsius) - 5, AXIS - 5, { size: SMALL, color: SOFT_INK, align: 'right' })
  }
  for (const { at, text } of timeTicks(evidence, words)) {
    doc
      .moveTo(x(at), box.bottom)
      .lineTo(x(at), box.bottom + 3)
      .strokeColor(SOFT_INK)
      .stroke()
    const width = 44
    const left = x(at) - width / 2
    sheet.line(text, left, box.bottom + 4, width, { size: SMALL, color: SOFT_INK, align: 'center' })
  }
  for (const { window, limits } of device.days) {
    for (const limitC of [limits.insuredLowC, limits.insuredHighC]) {
      if (limitC === null) continue
      doc.moveTo(x(window.period.startAt), y(limitC)).lineTo(x(window.period.endAt), y(limitC))
      doc.lineWidth(0.9).dash(3, { space: 2 }).strokeColor(LIMIT).stroke().undash()
    }
  }
  for (const day of device.days) {
    drawLine(sheet, day.airCurve, { x, y, color: COLORS.air, width: 0.6 })
    drawLine(sheet, day.productCurve, { x, y, color: COLORS.product, width: 1.1 })
  }
  doc
    .rect(box.left, box.top, box.right - box.left, HEIGHT)
    .lineWidth(0.6)
    .strokeColor(SOFT_INK)
    .stroke()
  sheet.line('°C', sheet.left, box.top - 17, AXIS - 5, { size: SMALL, color: SOFT_INK, align: 'right' })
  sheet.y = box.bottom + BELOW + 4
  legend(sheet, device, words)
}

function hatch({ doc }: Sheet, left: number, top: number, width: number, height: number): void {
  doc.save().rect(left, top, width, height).clip()
  doc.rect(left, top, width, height).fill('#F1F1F1')
  doc.lineWidth(0.5).strokeColor('#A9B1B9')
  for (let start = left - height; start < left + width; start += 4) {
    doc.moveTo(start, top + height).lineTo(start + height, top)
  }
  doc.stroke().restore()
}

function legend(sheet: Sheet, device: DeviceEvidence, { translate }: Words): void {
  const { doc } = sheet
  const estimated = device.days.some(({ hasFoodProbe }) => !hasFoodProbe)
  const y = sheet.y
  let x = sheet.left + AXIS
  const entry = (text: string, mark: (left: number, middle: number) => void) => {
    mark(x, y + 4.5)
    sheet.line(text, x + 18, y, 160, { size: SMALL, color: INK })
    x += 18 + sheet.widthOf(text, { size: SMALL }) + 14
  }
  const stroke =
    (color: string, width: number, dashed = false) =>
    (left: number, middle: number) => {
      doc
        .moveTo(left, middle)
        .lineTo(left + 14, middle)
        .lineWidth(width)
        .strokeColor(color)
      if (dashed) doc.dash(3, { space: 2 }).stroke().undash()
      else doc.stroke()
    }
  const box = (color: string) => (left: number, middle: number) =>
    void doc.rect(left, middle - 3.5, 14, 7).fill(color)
  entry(translate(estimated ? 'evidence.productEstimated' : 'evidence.product'), stroke(COLORS.product, 1.4))
  if (device.days.some(({ airCurve }) => airCurve.timesMs.length > 0))
    entry(translate('evidence.air'), stroke(COLORS.air, 0.8))
  entry(translate('evidence.legendLimit'), stroke(LIMIT, 0.9, true))
  if (device.gaps.length > 0)
    entry(translate('evidence.legendGap'), (left, middle) => hatch(sheet, left, middle - 3.5, 14, 7))
  if (device.days.some(({ masks }) => masks.length > 0))
    entry(translate('evidence.legendMask'), box(COLORS.mask))
  if (device.excursions.length > 0) entry(translate('evidence.legendExcursion'), box(COLORS.excursion))
  sheet.y = y + 16
}

function extentOf({ days }: DeviceEvidence): { lowC: number; highC: number; stepC: number } {
  let [lowC, highC] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  const see = (celsius: number | null) => {
    if (celsius === null || Number.isNaN(celsius)) return
    lowC = Math.min(lowC, celsius)
    highC = Math.max(highC, celsius)
  }
  for (const { limits, airCurve, productCurve } of days) {
    see(limits.insuredLowC)
    see(limits.insuredHighC)
    for (const { values } of [airCurve, productCurve]) for (const value of Array.from(values)) see(value)
  }
  const stepC = TICKS.find((step) => (highC - lowC) / step <= 6) ?? 100
  return {
    lowC: Math.floor(lowC / stepC - 0.2) * stepC,
    highC: Math.ceil(highC / stepC + 0.2) * stepC,
    stepC,
  }
}

/** Times of a short period, days of a longer one. */
function timeTicks(
  { period, store, first, last }: Evidence,
  { language }: Words,
): { at: number; text: string }[] {
  const days = dayStarts(store.zone, first, last)
  if (days.length <= 3) {
    const ticks: { at: number; text: string }[] = []
    const every = hours(days.length <= 2 ? 3 : 6)
    for (let at = period.startAt as number; at <= period.endAt; at += every)
      ticks.push({ at, text: timeParts(at, store.zone).minute })
    return ticks
  }
  const every = Math.ceil((days.length - 1) / 8)
  return days
    .slice(0, -1)
    .filter((_, index) => index % every === 0)
    .map((at) => ({ at, text: dayText(language, localDateOf(store.zone, epochMs(at))) }))
}
