import { existsSync, readFileSync } from 'node:fs'
import { freezeBaseline } from '@coldkeep/domain/analysis/health-baseline'
import { measureHealth } from '@coldkeep/domain/analysis/health-indicators'
import { scoreHealth } from '@coldkeep/domain/analysis/health-score'
import { assureDay } from '@coldkeep/domain/analysis/temperature-assurance'
import { zoneLimits } from '@coldkeep/domain/analysis/zone-limits'
import type { TemperatureZone } from '@coldkeep/domain/organisation/device'
import type { PointKind } from '@coldkeep/domain/points/point'
import type { Series } from '@coldkeep/domain/points/series'
import { epochMs } from '@coldkeep/domain/time/instant'
import { addDays, type LocalDate } from '@coldkeep/domain/time/local-date'
import { dayPeriod, instantOf, localDateOf } from '@coldkeep/domain/time/store-calendar'
import { viewOf } from '../tools/evaluate/device-view'
import { judgeAlarms } from '../tools/evaluate/judge-alarms'
import type { SimulatedDevice, SimulatedStore } from '../tools/evaluate/simulate-store'
import type { Report, Wishes } from './report'
import { ratePerSecond } from './sample'

const ZONE = 'America/Mexico_City'
const PERIOD_SECONDS = 900
/**
 * Rooms by the first part of a probe's name; loading bays are held like chilled rooms. What they are set to the file does
 * not say: °C and K.
 */
const kinds = {
  deepfreezer: { zone: 'FZ', setpointC: -34, differentialK: 3 },
  freezer: { zone: 'FZ', setpointC: -24, differentialK: 3 },
  cooling: { zone: 'C7', setpointC: 1, differentialK: 3 },
  platform: { zone: 'C7', setpointC: 2, differentialK: 4 },
} as const
type RoomKind = keyof typeof kinds

interface Room {
  readonly kind: RoomKind
  readonly device: SimulatedDevice
}

/**
 * A real cold store near Mexico City: the air of ten rooms every quarter of an hour for eleven months, as the file
 * `Resources/saveris_values_complete.csv` of github.com/finarra/subzero has it (no licence, so it is not kept here). Shows
 * what the rules of alarms, the verdicts and the score make of air alone; the figure is how fast.
 */
export function run(report: Report, { data }: Wishes): void {
  if (data === undefined || !existsSync(data)) {
    console.log('  left out: --data names no file; github.com/finarra/subzero has it')
    return
  }
  const { store, rooms, days } = readStore(readFileSync(data, 'utf8'))
  console.log(
    row('', ['rooms', 'days', 'at once', 'alarms', 'protected', 'watch', 'breach', 'no data', 'scored']),
  )
  for (const kind of Object.keys(kinds) as RoomKind[]) {
    const own = rooms.filter((room) => room.kind === kind)
    const found = own.map(({ device }) => judge(store, device, kinds[kind].zone, days))
    const sum = (of: (room: Judged) => number) => found.reduce((all, room) => all + of(room), 0)
    const verdicts = (['protected', 'watch', 'breach', 'no_data'] as const).map((verdict) =>
      sum((room) => room.verdicts.filter((one) => one === verdict).length),
    )
    const cells = [own.length, own.length * days.length, sum(({ plain }) => plain), sum(({ ours }) => ours)]
    console.log(row(kind, [...cells, ...verdicts, sum(({ scored }) => scored)]))
  }
  const [first] = rooms
  if (first === undefined) throw new Error('The file has no room that is known')
  const once = () => judgeAlarms(store, first.device, wholeOf(days)).ours
  const rates = ratePerSecond(once, { repeats: 1 }).map((rate) => rate * days.length)
  report.add('days of a room judged for alarms', 'days/s', 'higher', rates)
}

function row(name: string, cells: readonly (string | number)[]): string {
  return `  ${name.padEnd(12)}${cells.map((cell) => `${cell}`.padStart(10)).join('')}`
}

interface Judged {
  /** Alarms of the usual rule, and at the same limits as soon as they are broken. */
  readonly ours: number
  readonly plain: number
  readonly verdicts: readonly string[]
  /** Days that have a health score. */
  readonly scored: number
}

function judge(
  store: SimulatedStore,
  device: SimulatedDevice,
  zone: TemperatureZone,
  days: readonly LocalDate[],
): Judged {
  const { ours, plain } = judgeAlarms(store, device, wholeOf(days))
  const view = viewOf(store, device)
  const air = device.points.get('air_temperature') as Series
  const measured = days.map((on) => ({ on, measured: measureHealth(view.observe(dayPeriod(ZONE, on))) }))
  const baseline = freezeBaseline(
    measured.slice(0, 28).map((day) => ({ ...day, outdoorC: null, isBreach: false })),
  )
  return {
    ours: ours.length,
    plain: plain.length,
    verdicts: days.map((on) => {
      const window = { period: dayPeriod(ZONE, on), periodSeconds: PERIOD_SECONDS, excluded: [] }
      return assureDay({ air, product: null }, zoneLimits(zone, 'TW'), window).verdict
    }),
    scored: measured.filter((day) => scoreHealth(zone, day.measured, baseline, null, false).ok).length,
  }
}

function wholeOf(days: readonly LocalDate[]) {
  const [first, last] = [days[0] as LocalDate, days.at(-1) as LocalDate]
  return { startAt: dayPeriod(ZONE, first).startAt, endAt: dayPeriod(ZONE, last).endAt }
}

/** The times of the file are the clock of the store. An hour that the clock repeats comes once, and is the first. */
function readStore(text: string) {
  const [head = '', ...lines] = text.trim().split(/\r?\n/)
  const names = head.split(',').slice(1)
  const rows = lines.map((line) => line.split(','))
  const timesMs = Float64Array.from(rows, ([at = '']) =>
    instantOf(ZONE, Date.parse(`${at.replace(' ', 'T')}Z`)),
  )
  const days: LocalDate[] = []
  const last = localDateOf(ZONE, epochMs(timesMs.at(-1) as number))
  // the first and the last day are not whole
  for (let on = addDays(localDateOf(ZONE, epochMs(timesMs[0] as number)), 1); on < last; on = addDays(on, 1))
    days.push(on)
  const rooms = names.flatMap((name, index): Room[] => {
    const kind = name.split('_')[0] as RoomKind
    if (!(kind in kinds)) return []
    const values = Float64Array.from(rows, (row) => Number.parseFloat(row[index + 1] ?? ''))
    const air: Series = { timesMs, values }
    const { zone, setpointC, differentialK } = kinds[kind]
    const device = {
      trial: { kind: { zone }, kindName: name, fault: null },
      ...{ pollSeconds: PERIOD_SECONDS, setpointC, differentialK, trueProduct: air },
      points: new Map<PointKind, Series>([['air_temperature', air]]),
    }
    return [{ kind, device }]
  })
  const store: SimulatedStore = {
    season: 0,
    zone: ZONE,
    firstDay: days[0] as LocalDate,
    openingHours: { opensAtMinute: 0, closesAtMinute: 0 },
    devices: rooms.map(({ device }) => device),
    outdoorMeanC: () => Number.NaN,
  }
  return { store, rooms, days }
}
