import { timeParts } from '@coldkeep/phrases/format'
import { drawLine } from '../../paper/draw-line'
import { HAIRLINE, INK, type Sheet, SOFT_INK } from '../../paper/sheet'
import { palette } from '../../wording/palette'
import { pointName } from '../../wording/point-name'
import type { Words } from '../../wording/words'
import type { CaseCurve } from '../read-case-curve'

const HEIGHT = 150
const AXIS = 30
const SMALL = 7
const STEPS = [0.5, 1, 2, 5, 10, 20, 50]
const COLORS = [palette.normal, palette.second] as const
const TIME_TICKS = 6

/** How the temperatures of the equipment went; no line crosses a gap. */
export function drawCaseCurve(sheet: Sheet, { period, lines }: CaseCurve, zone: string, words: Words): void {
  const values = lines.flatMap((line) => Array.from(line.values)).filter((value) => !Number.isNaN(value))
  sheet.space(12)
  sheet.need(HEIGHT + 80)
  sheet.heading(words.translate('repair.paper.curve'))
  if (values.length === 0) {
    sheet.paragraph(words.translate('repair.paper.noCurve'), { color: SOFT_INK })
    return
  }
  sheet.space(10)
  const { doc } = sheet
  const [left, right] = [sheet.left + AXIS, sheet.left + sheet.width]
  const [top, bottom] = [sheet.y, sheet.y + HEIGHT]
  const { low, high, step } = extentOf(values)
  const x = (ms: number) => left + ((ms - period.startAt) / (period.endAt - period.startAt)) * (right - left)
  const y = (celsius: number) => bottom - ((celsius - low) / (high - low)) * HEIGHT
  doc.lineWidth(0.5)
  for (let celsius = low; celsius <= high + 1e-9; celsius += step) {
    doc.moveTo(left, y(celsius)).lineTo(right, y(celsius)).strokeColor(HAIRLINE).stroke()
    const text = `${Math.round(celsius * 10) / 10}`
    sheet.line(text, sheet.left, y(celsius) - 5, AXIS - 5, { size: SMALL, color: SOFT_INK, align: 'right' })
  }
  for (let tick = 0; tick <= TIME_TICKS; tick++) {
    const at = period.startAt + ((period.endAt - period.startAt) * tick) / TIME_TICKS
    const { date, minute } = timeParts(at, zone)
    const width = 60
    const start = Math.min(Math.max(x(at) - width / 2, sheet.left), right - width)
    sheet.line(`${date.slice(5)} ${minute}`, start, bottom + 4, width, {
      ...{ size: SMALL, color: SOFT_INK },
      align: tick === TIME_TICKS ? 'right' : 'center',
    })
  }
  for (const [place, line] of lines.entries())
    drawLine(sheet, line, { x, y, color: COLORS[place] ?? COLORS[0], width: place === 0 ? 1.1 : 0.7 })
  doc
    .rect(left, top, right - left, HEIGHT)
    .lineWidth(0.6)
    .strokeColor(SOFT_INK)
    .stroke()
  sheet.line('°C', sheet.left, top - 12, AXIS - 5, { size: SMALL, color: SOFT_INK, align: 'right' })
  sheet.y = bottom + 20
  for (const [place, { name }] of lines.entries()) {
    doc.rect(left, sheet.y + 2, 14, 3).fill(COLORS[place] ?? COLORS[0])
    sheet.line(pointName(name, words.translate), left + 20, sheet.y, 240, { size: SMALL, color: INK })
    sheet.y += 11
  }
}

function extentOf(values: readonly number[]): { low: number; high: number; step: number } {
  const [least, most] = [Math.min(...values), Math.max(...values)]
  const step = STEPS.find((one) => (most - least) / one <= 6) ?? 100
  return {
    low: Math.floor(least / step - 0.2) * step,
    high: Math.ceil(most / step + 0.2) * step,
    step,
  }
}
