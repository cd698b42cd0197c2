import { type CsvColumn, csvHead, csvRow } from '@coldkeep/contract/wire/table-csv'
import { epochMs } from '@coldkeep/domain/time/instant'
import { formatInstant } from '@coldkeep/phrases/format'
import { checkRemarks, rowRemarks, timeOfDay } from '@coldkeep/phrases/sheet-text'
import { localInstant } from '../../wording/local-instant'
import type { Words } from '../../wording/words'
import type { ShownDay } from '../show-days'

/** A line of the file: what is left out is empty. Temperatures in °C, lengths in minutes, times in epoch milliseconds. */
interface Line {
  readonly record: 'sheet' | 'equipment' | 'check' | 'alarm' | 'breach' | 'signature' | 'review'
  readonly name?: string
  readonly zone?: string
  readonly lowC?: number | null
  readonly highC?: number | null
  readonly inLimits?: number
  readonly outOfLimits?: number
  readonly unknown?: number
  readonly lowestC?: number | null
  readonly highestC?: number | null
  readonly valueC?: number | null
  readonly at?: number
  readonly endAt?: number | null
  readonly by?: string
  readonly remarks?: string
  readonly digest?: string
}

interface FileColumn extends CsvColumn {
  readonly key: keyof Line
}

interface FileStore {
  readonly code: string
  readonly name: string
  readonly zone: string
}

/** How the file begins. */
export function sheetCsvHead(words: Words): string {
  return csvHead([...dayColumns(words), ...lineColumns(words)])
}

/**
 * The lines of a day: one of the sheet itself, also of a day on which nothing was done, then what it holds.
 * @param isPartial equipment of the store is withheld from the reader
 */
export function sheetCsvLines(store: FileStore, day: ShownDay, isPartial: boolean, words: Words): string {
  const columns = lineColumns(words)
  const { translate } = words
  const [all, dayCells] = [
    [...dayColumns(words), ...columns],
    [store.code, store.name, day.on],
  ]
  return [...sheetLines(day, isPartial, store, words), ...heldLines(day, store, words)]
    .map((line) => {
      const local = (at: number | null | undefined) =>
        typeof at === 'number' ? localInstant(store.zone, epochMs(at)) : null
      const record = translate(`daySheet.files.records.${line.record}`)
      const named = { ...line, record, at: local(line.at), endAt: local(line.endAt) }
      return csvRow(all, [...dayCells, ...columns.map(({ key }) => named[key] ?? null)])
    })
    .join('')
}

function dayColumns({ translate }: Words): CsvColumn[] {
  return [
    { title: translate('daySheet.files.code'), kind: 'text' },
    { title: translate('daySheet.files.store'), kind: 'text' },
    { title: translate('daySheet.day'), kind: 'text' },
  ]
}

function lineColumns({ translate }: Words): FileColumn[] {
  const text = (key: keyof Line, title: string): FileColumn => ({ key, title, kind: 'text' })
  const celsius = (key: keyof Line, title: string): FileColumn => ({ key, title, kind: 'number', unit: '°C' })
  const minutes = (key: 'inLimits' | 'outOfLimits' | 'unknown'): FileColumn => ({
    ...{ key, title: translate(`daySheet.${key}`), kind: 'number', unit: translate('daySheet.minutes') },
  })
  return [
    text('record', translate('daySheet.files.record')),
    text('name', translate('daySheet.name')),
    text('zone', translate('daySheet.files.zone')),
    celsius('lowC', translate('daySheet.files.low')),
    celsius('highC', translate('daySheet.files.high')),
    minutes('inLimits'),
    minutes('outOfLimits'),
    minutes('unknown'),
    celsius('lowestC', translate('daySheet.lowest')),
    celsius('highestC', translate('daySheet.highest')),
    celsius('valueC', translate('daySheet.value')),
    // on the clock of the store, with its distance from UTC
    text('at', translate('daySheet.time')),
    text('endAt', translate('daySheet.files.end')),
    text('by', translate('daySheet.by')),
    text('remarks', translate('daySheet.remarks')),
    text('digest', 'SHA-256'),
  ]
}

/** The sheet itself, and who stands for it. */
function sheetLines(
  { now, signed, areReadingsKept }: ShownDay,
  isPartial: boolean,
  { zone }: FileStore,
  { translate }: Words,
): Line[] {
  const sum = (key: 'inLimits' | 'outOfLimits' | 'unknown') =>
    now.rows.reduce((all, row) => all + row[key], 0)
  const marks = now.marks.map((mark) => translate(`daySheet.marks.${mark}`)).join(', ')
  const remarks = [
    ...(isPartial ? [translate('daySheet.files.partial')] : []),
    ...(signed === null ? [translate('daySheet.notSigned')] : []),
    ...(areReadingsKept ? [] : [translate('daySheet.noReadings')]),
    ...(marks === '' ? [] : [translate('daySheet.look', { marks })]),
  ]
  const figures = { inLimits: sum('inLimits'), outOfLimits: sum('outOfLimits'), unknown: sum('unknown') }
  const lines: Line[] = [{ record: 'sheet', ...figures, at: now.until, remarks: remarks.join('; ') }]
  if (signed === null) return lines
  const { at, by, digest, review, isIntact, isPartial: wasPartial, sheet } = signed
  const conditions = [
    translate('daySheet.signedUntil', { time: formatInstant(sheet.until, zone) }),
    ...(wasPartial ? [translate('daySheet.partial')] : []),
    ...(isIntact ? [] : [translate('daySheet.broken')]),
  ]
  lines.push({ record: 'signature', at, by, digest, remarks: conditions.join('; ') })
  if (review !== null) lines.push({ record: 'review', at: review.at, by: review.by, remarks: review.note })
  return lines
}

/** Equipment, what was measured by hand, alarms and open breaches. */
function heldLines({ on, now }: ShownDay, { zone: timeZone }: FileStore, { translate }: Words): Line[] {
  const openAlarms = (id: number) =>
    now.alarms.filter(({ device, clearedAt }) => device === id && clearedAt === null).length
  const time = (at: number) => timeOfDay(at, timeZone, on)
  return [
    ...now.rows.map((row): Line => {
      const { device, zone, lowC, highC, inLimits, outOfLimits, unknown, lowestC, highestC } = row
      return {
        record: 'equipment',
        name: device.name,
        zone: translate(`devices.zone.${zone}`),
        ...{ lowC, highC, inLimits, outOfLimits, unknown, lowestC, highestC },
        remarks: rowRemarks(row, openAlarms(device.id), translate),
      }
    }),
    ...now.checks.map((check): Line => {
      const { place, lowC, highC, valueC, skipReason, takenAt, by } = check
      const skipped = valueC === null ? [translate(`daySheet.skipped.${skipReason ?? 'other'}`)] : []
      const remarks = [...skipped, checkRemarks(check, time, translate)].filter(Boolean).join('; ')
      return { record: 'check', name: place, lowC, highC, valueC, at: takenAt, by, remarks }
    }),
    ...now.alarms.map(({ deviceName, text, startedAt, clearedAt }): Line => {
      const name = deviceName ?? translate('daySheet.wholeStore')
      const isOpen = clearedAt === null ? [translate('daySheet.open')] : []
      return { record: 'alarm', name, at: startedAt, endAt: clearedAt, remarks: [text, ...isOpen].join('; ') }
    }),
    ...now.breaches.map(
      ({ deviceName: name, number, startedAt }): Line => ({
        ...{ record: 'breach', name, at: startedAt, remarks: number },
      }),
    ),
  ]
}
