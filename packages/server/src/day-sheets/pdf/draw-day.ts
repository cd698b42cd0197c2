import type { DaySheet, SheetView } from '@coldkeep/contract/areas/day-sheets'
import { formatInstant, formatNumber, NO_VALUE } from '@coldkeep/phrases/format'
import { celsiusText, checkRemarks, limitsText, rowRemarks, timeOfDay } from '@coldkeep/phrases/sheet-text'
import { type Cell, type Sheet, SOFT_INK } from '../../paper/sheet'
import type { Words } from '../../wording/words'
import type { ShownDay } from '../show-days'

/** What the tables of a day need beside their rows. */
interface DayWords extends Words {
  /** Of the store. */
  readonly zone: string
  readonly on: string
}

const SMALL = { size: 8, color: SOFT_INK }

/** A day as it was signed, with what came later; one that is not signed as it is now. */
export function drawDay(sheet: Sheet, day: ShownDay, zone: string, words: Words): void {
  const { on, now, signed, areReadingsKept } = day
  const dayWords = { ...words, zone, on }
  const view = signed?.sheet ?? now
  drawSignature(sheet, signed, dayWords)
  if (!areReadingsKept) sheet.paragraph(words.translate('daySheet.noReadings'), SMALL)
  sheet.space(8)
  drawRows(sheet, view.rows, view, dayWords)
  drawChecks(sheet, view, dayWords)
  drawAlarms(sheet, view, dayWords)
  drawBreaches(sheet, view, dayWords)
  if (signed !== null) drawLater(sheet, now, signed.sheet, dayWords)
}

/** Who stands for the sheet, and for what. */
function drawSignature(sheet: Sheet, signed: DaySheet['signed'], { zone, translate }: DayWords): void {
  const time = (at: number) => formatInstant(at, zone)
  if (signed === null) {
    sheet.paragraph(translate('daySheet.notSigned'), { weight: 'bold' })
    return
  }
  const { by, at, review, isIntact, isPartial, digest } = signed
  sheet.paragraph(translate('daySheet.signedBy', { name: by, time: time(at) }), { weight: 'bold' })
  sheet.paragraph(
    review === null
      ? translate('daySheet.notReviewed')
      : translate('daySheet.reviewedBy', { name: review.by, time: time(review.at) }),
    { weight: review === null ? 'regular' : 'bold' },
  )
  if (review !== null && review.note !== '') sheet.paragraph(review.note)
  if (!isIntact) sheet.paragraph(translate('daySheet.broken'), { weight: 'bold' })
  if (isPartial) sheet.paragraph(translate('daySheet.partial'))
  sheet.space(2)
  sheet.paragraph(`${translate('daySheet.hash')}: ${digest}`, SMALL)
}

function drawRows(
  sheet: Sheet,
  rows: SheetView['rows'],
  { alarms, until, minutes }: SheetView,
  { zone, language, translate }: DayWords,
): void {
  sheet.heading(translate('daySheet.equipment'))
  if (rows.length === 0) {
    sheet.paragraph(translate('daySheet.noEquipment'))
    return
  }
  const minute = (value: number, isFinding: boolean): Cell => ({
    text: formatNumber(language, value),
    ...(isFinding && value > 0 && { weight: 'bold' }),
  })
  const celsius = (value: number | null): Cell => ({
    text: value === null ? NO_VALUE : celsiusText(value, language),
  })
  const withUnit = (title: string) => `${title} ${translate('daySheet.minutes')}`
  sheet.table(
    [
      { title: translate('daySheet.name'), share: 24 },
      { title: translate('daySheet.zone'), share: 25 },
      { title: withUnit(translate('daySheet.inLimits')), share: 12, align: 'right' },
      { title: withUnit(translate('daySheet.outOfLimits')), share: 12, align: 'right' },
      { title: withUnit(translate('daySheet.unknown')), share: 12, align: 'right' },
      { title: translate('daySheet.lowest'), share: 12, align: 'right' },
      { title: translate('daySheet.highest'), share: 12, align: 'right' },
      { title: translate('daySheet.remarks'), share: 26 },
    ],
    rows.map((row) => {
      const openAlarms = alarms.filter(
        ({ device, clearedAt }) => device === row.device.id && clearedAt === null,
      ).length
      return [
        { text: row.device.name, weight: 'bold' },
        {
          text: [translate(`devices.zone.${row.zone}`), limitsText(row, language)].filter(Boolean).join(' '),
        },
        minute(row.inLimits, false),
        minute(row.outOfLimits, true),
        minute(row.unknown, true),
        celsius(row.lowestC),
        celsius(row.highestC),
        { text: rowRemarks(row, openAlarms, translate) },
      ]
    }),
  )
  sheet.space(3)
  const counted = translate('daySheet.until', { time: formatInstant(until, zone), minutes })
  sheet.paragraph(`${counted} ${translate('daySheet.unknownNote')}`, SMALL)
}

function drawChecks(
  sheet: Sheet,
  { checks, marks }: Pick<SheetView, 'checks' | 'marks'>,
  words: DayWords,
): void {
  const { translate } = words
  sheet.space(12)
  sheet.heading(translate('daySheet.checks'))
  if (checks.length === 0) {
    sheet.paragraph(translate('daySheet.noChecks'))
    return
  }
  drawEntries(sheet, checks, words)
  if (checks.every((check) => check.marks.length === 0)) return
  const named = marks.map((mark) => translate(`daySheet.marks.${mark}`)).join(', ')
  const look = named === '' ? [] : [translate('daySheet.look', { marks: named })]
  sheet.space(3)
  sheet.paragraph([...look, translate('daySheet.lookWhy')].join(' '), SMALL)
}

function drawEntries(sheet: Sheet, checks: SheetView['checks'], words: DayWords): void {
  const { zone, on, language, translate } = words
  const time = (at: number) => timeOfDay(at, zone, on)
  sheet.table(
    [
      { title: translate('daySheet.time'), share: 12 },
      { title: translate('daySheet.place'), share: 24 },
      { title: translate('daySheet.value'), share: 14, align: 'right' },
      { title: translate('daySheet.limits'), share: 18 },
      { title: translate('daySheet.by'), share: 18 },
      { title: translate('daySheet.remarks'), share: 40 },
    ],
    checks.map((check): Cell[] => {
      const { takenAt, place, valueC, skipReason, isOutOfLimits, late, by } = check
      return [
        { text: time(takenAt) },
        { text: place, weight: 'bold' },
        {
          text:
            valueC === null
              ? translate(`daySheet.skipped.${skipReason ?? 'other'}`)
              : celsiusText(valueC, language),
          ...(isOutOfLimits && { weight: 'bold' }),
        },
        { text: limitsText(check, language) ?? NO_VALUE },
        { text: by },
        { text: checkRemarks(check, time, translate), ...(late !== null && { weight: 'bold' }) },
      ]
    }),
  )
}

function drawAlarms(
  sheet: Sheet,
  { alarms }: Pick<SheetView, 'alarms'>,
  { zone, translate }: DayWords,
): void {
  sheet.space(12)
  sheet.heading(translate('daySheet.alarms'))
  if (alarms.length === 0) {
    sheet.paragraph(translate('daySheet.noAlarms'))
    return
  }
  for (const { deviceName, text, startedAt, clearedAt } of alarms) {
    const state =
      clearedAt === null
        ? translate('daySheet.open')
        : translate('daySheet.cleared', { time: formatInstant(clearedAt, zone) })
    const of = deviceName ?? translate('daySheet.wholeStore')
    sheet.paragraph(`${formatInstant(startedAt, zone)}   ${of}   ${text} (${state})`)
    sheet.space(2)
  }
}

function drawBreaches(
  sheet: Sheet,
  { breaches }: Pick<SheetView, 'breaches'>,
  { zone, translate }: DayWords,
): void {
  if (breaches.length === 0) return
  sheet.space(12)
  sheet.heading(translate('daySheet.breaches'))
  for (const { number, deviceName, startedAt, state } of breaches) {
    const since = state === 'open' ? '' : ` (${translate(`daySheet.since.${state}`)})`
    sheet.paragraph(`${number}   ${deviceName}   ${formatInstant(startedAt, zone)}${since}`, {
      weight: 'bold',
    })
    sheet.space(2)
  }
}

/** What is known by now and was not in the sheet that was signed: of one that was signed early also the rest of its day. */
function drawLater(sheet: Sheet, now: SheetView, signed: SheetView, words: DayWords): void {
  const isEarly = now.until > signed.until
  const rows = now.rows.filter(({ hasLateReadings }) => isEarly || hasLateReadings === true)
  const checks = now.checks.filter(({ late }) => late === 'after_signing')
  const clearedAt = new Map(signed.alarms.map((alarm) => [alarm.id, alarm.clearedAt]))
  const alarms = now.alarms.filter((alarm) => clearedAt.get(alarm.id) !== alarm.clearedAt)
  const breaches = now.breaches.filter(({ id }) => !signed.breaches.some((one) => one.id === id))
  if (rows.length + checks.length + alarms.length + breaches.length === 0) return
  sheet.space(16)
  sheet.rule()
  sheet.space(8)
  sheet.heading(words.translate('daySheet.files.later'), { size: 13 })
  if (rows.length > 0) drawRows(sheet, rows, now, words)
  if (checks.length > 0) drawChecks(sheet, { checks, marks: [] }, words)
  if (alarms.length > 0) drawAlarms(sheet, { alarms }, words)
  drawBreaches(sheet, { breaches }, words)
}
