import { isQuality } from '@coldkeep/domain/points/reading'
import { epochMs, minutes } from '@coldkeep/domain/time/instant'
import { offsetMinutes } from '@coldkeep/domain/time/store-calendar'
import type { Translate } from '@coldkeep/phrases/keys'
import { pointName } from '../../wording/point-name'
import { NO_READING, type ReportWindow } from './read-windows'
import type { Sensor } from './sensor-queries'

export type Cell = string | number | null

/** One line of a report. */
export interface ReportRow {
  /** What the clock of the report shows, as if it were UTC, in milliseconds. */
  readonly localMs: number
  readonly cells: readonly Cell[]
}

/** How a table is laid out. */
export interface ReportForm {
  /** Titles, that of the time first. */
  readonly head: readonly string[]
  rows(window: ReportWindow): Generator<ReportRow>
}

/** Whose clock: one of a fixed distance to UTC, or that of the stores, whose offset is then given next to each time. */
export type ReportClock = { readonly offsetMinutes: number } | { readonly zone: string }

/** A row per second in which something was read and a column per sensor; what was not read, or badly, is empty. */
export function wideForm(sensors: readonly Sensor[], clock: ReportClock, translate: Translate): ReportForm {
  const width = sensors.length
  return {
    head: [...timeTitles(clock, translate), ...wideTitles(sensors, translate)],
    *rows({ timesMs, values }) {
      for (let row = 0; row < timesMs.length; row++) {
        const { localMs, before } = clockAt(clock, timesMs[row] as number)
        const cells: Cell[] = [...before]
        for (let place = row * width; place < (row + 1) * width; place++) {
          const value = values[place] as number
          cells.push(Number.isNaN(value) ? null : value)
        }
        yield { localMs, cells }
      }
    },
  }
}

/** A row per reading, with its quality. */
export function longForm(sensors: readonly Sensor[], clock: ReportClock, translate: Translate): ReportForm {
  const width = sensors.length
  const titles = (['storeCode', 'store', 'device', 'sensor', 'value', 'unit', 'quality'] as const).map(
    (title) => translate(`reports.column.${title}`),
  )
  const labels = sensors.map(({ storeCode, storeName, deviceName, name }) => [
    storeCode,
    storeName,
    deviceName,
    pointName(name, translate),
  ])
  const words = (code: number) => (isQuality(code) ? translate(`devices.quality.code${code}`) : String(code))
  const qualityWords = Array.from({ length: 8 }, (_, code) => words(code))
  return {
    head: [...timeTitles(clock, translate), ...titles],
    *rows({ timesMs, values, quality }) {
      for (let row = 0; row < timesMs.length; row++) {
        const { localMs, before } = clockAt(clock, timesMs[row] as number)
        for (let column = 0; column < width; column++) {
          const place = row * width + column
          const code = quality[place] as number
          if (code === NO_READING) continue
          const value = values[place] as number
          const cells = [...before, ...(labels[column] as string[])]
          const known = Number.isNaN(value) ? null : value
          yield {
            localMs,
            cells: [...cells, known, (sensors[column] as Sensor).unit, qualityWords[code] ?? String(code)],
          }
        }
      }
    },
  }
}

function clockAt(
  clock: ReportClock,
  at: number,
): { readonly localMs: number; readonly before: readonly Cell[] } {
  if ('offsetMinutes' in clock) return { localMs: at + minutes(clock.offsetMinutes), before: [] }
  const ahead = offsetMinutes(clock.zone, epochMs(at))
  return { localMs: at + minutes(ahead), before: [`UTC${offsetText(ahead)}`] }
}

function timeTitles(clock: ReportClock, translate: Translate): string[] {
  if ('offsetMinutes' in clock) {
    return [translate('reports.column.time', { zone: `UTC${offsetText(clock.offsetMinutes)}` })]
  }
  return [translate('reports.column.time', { zone: clock.zone }), translate('reports.column.offset')]
}

/** `+08:00` */
export function offsetText(ahead: number): string {
  const size = Math.abs(ahead)
  const two = (n: number) => String(n).padStart(2, '0')
  return `${ahead < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(Math.round(size % 60))}`
}

/** `device,sensor`, with the unit, and before it the number of the store where there are several. */
function wideTitles(sensors: readonly Sensor[], translate: Translate): string[] {
  const areMany = new Set(sensors.map(({ storeId }) => storeId)).size > 1
  return sensors.map(({ storeCode, deviceName, name, unit }) => {
    const title = `${deviceName},${pointName(name, translate)}${unit === '' ? '' : ` (${unit})`}`
    return areMany ? `${storeCode},${title}` : title
  })
}
