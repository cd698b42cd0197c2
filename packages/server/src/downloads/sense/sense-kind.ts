import { Problem } from '@coldkeep/contract/problem'
import { groupBy } from '@coldkeep/domain/group-by'
import { epochMs, minutes } from '@coldkeep/domain/time/instant'
import { localDateOf } from '@coldkeep/domain/time/store-calendar'
import type { DownloadKind, MadeFile, Making } from '../download-kind'
import { csvReport } from './csv-report'
import { countWindows, readWindows } from './read-windows'
import { longForm, type ReportClock, type ReportForm, type ReportRow, wideForm } from './report-rows'
import { selectOrdered } from './select-sensors'
import { type SenseOrder, senseOrder } from './sense-order'
import type { Sensor } from './sensor-queries'
import { MOST_SHEET_COLUMNS } from './xlsx-parts'
import { xlsxReport } from './xlsx-report'

/** Columns of one table; more are distinguished in the long form. */
const MOST_COLUMNS = 2_000

const MEDIA_TYPE = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const

/** Readings of sensors as a table, as long as they are kept. */
export const senseKind: DownloadKind<SenseOrder> = {
  page: '2-1-1',
  input: senseOrder,
  async check(db, user, input) {
    await selectOrdered(db, user, input)
  },
  async make(making) {
    const { db, user, input, translate } = making
    const sensors = await selectOrdered(db, user, input)
    if (sensors.length === 0) throw new Problem('report.no_sensors')
    const isWide = input.form === 'wide'
    checkWidth(input.form, sensors)
    // side by side all stores are read together; one below the other, each after the one before
    const parts = isWide ? [sensors] : [...groupBy(sensors, ({ storeId }) => storeId).values()]
    const formOf = (part: readonly Sensor[]) => {
      const clock = clockOf(input, part)
      return isWide ? wideForm(part, clock, translate) : longForm(part, clock, translate)
    }
    checkClock(input, sensors)
    const first = formOf(parts[0] ?? [])
    const batches = batchesOf(making, parts, formOf)
    return {
      name: nameOf(making, sensors),
      mediaType: MEDIA_TYPE[input.format],
      content:
        input.format === 'csv'
          ? csvReport(first, batches)
          : xlsxReport(first, batches, { title: translate('reports.sheet') }),
    } satisfies MadeFile
  },
}

/** @throws Problem `report.too_wide` for more sensors than fit side by side */
export function checkWidth(form: SenseOrder['form'], { length }: { readonly length: number }): void {
  const most = Math.min(MOST_COLUMNS, MOST_SHEET_COLUMNS)
  if (form === 'wide' && length > most) throw new Problem('report.too_wide', { count: most })
}

/** @throws Problem `report.clocks_differ` where one table would have the times of several clocks */
function checkClock(
  { offsetMinutes, form }: Pick<SenseOrder, 'offsetMinutes' | 'form'>,
  sensors: readonly Pick<Sensor, 'zone'>[],
): void {
  const areMany = new Set(sensors.map(({ zone }) => zone)).size > 1
  if (offsetMinutes === null && form === 'wide' && areMany) throw new Problem('report.clocks_differ')
}

function clockOf({ offsetMinutes }: SenseOrder, sensors: readonly Sensor[]): ReportClock {
  return offsetMinutes === null ? { zone: sensors[0]?.zone ?? 'UTC' } : { offsetMinutes }
}

async function* batchesOf(
  { db, clock, input, signal, report }: Making<SenseOrder>,
  parts: readonly (readonly Sensor[])[],
  formOf: (part: readonly Sensor[]) => ReportForm,
): AsyncGenerator<Iterable<ReportRow>> {
  const period = { from: input.from, to: Math.min(input.to, clock.now()) }
  const devices = (part: readonly Sensor[]) => new Set(part.map(({ deviceId }) => deviceId)).size
  const total = parts.reduce((sum, part) => sum + countWindows(devices(part), period), 0)
  let done = 0
  for (const part of parts) {
    const form = formOf(part)
    for await (const window of readWindows(db, part, period)) {
      signal.throwIfAborted()
      yield form.rows(window)
      done += 1
      report(done, total)
    }
  }
}

/** Which store or that there are several, and the days. */
function nameOf({ input, translate }: Making<SenseOrder>, sensors: readonly Sensor[]): string {
  const [one] = sensors
  const areMany = new Set(sensors.map(({ storeId }) => storeId)).size > 1
  const place =
    one === undefined || areMany ? translate('reports.fileName') : `${one.storeCode} ${one.storeName}`
  const [first, last] = reportDays(input, one?.zone ?? 'UTC')
  return `${place} ${first}${first === last ? '' : ` ${last}`}.${input.format}`
}

/** The first and the last day of a report, on its clock. */
export function reportDays(
  { from, to, offsetMinutes }: Pick<SenseOrder, 'from' | 'to' | 'offsetMinutes'>,
  zone: string,
): [first: string, last: string] {
  const dayOf = (at: number) =>
    offsetMinutes === null
      ? localDateOf(zone, epochMs(at))
      : new Date(at + minutes(offsetMinutes)).toISOString().slice(0, 10)
  return [dayOf(from), dayOf(to - 1)]
}
