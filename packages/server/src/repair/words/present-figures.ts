import type { WireTable } from '@coldkeep/contract/wire/table'
import { groupBy } from '@coldkeep/domain/group-by'
import { type CaseCourse, caseTimes, timeFigures } from '@coldkeep/domain/repair/case-times'
import { countRepeats } from '@coldkeep/domain/repair/repeats'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import { minutesColumn, numberColumn, percentColumn, rounded, textColumn } from '../../wording/columns'
import type { Words } from '../../wording/words'
import type { FigureCase } from '../figure-queries'

const PAGE_SIZE = 20

interface FigurePeriod {
  readonly from: EpochMs
  readonly until: EpochMs
}

/**
 * How long cases took that were reported in a period, and which repairs that were closed in it did not last.
 * @param cases also those that repeat one of these
 */
export function presentFigures(
  cases: readonly FigureCase[],
  { from, until }: FigurePeriod,
  words: Words,
): WireTable[] {
  const isIn = (at: EpochMs | null) => at !== null && at >= from && at < until
  const reported = cases.filter(({ reportedAt }) => isIn(reportedAt))
  return [timeTable(reported, words), repeatTable(cases, ({ closedAt }) => isIn(closedAt), words)]
}

type Row = WireTable['data'][number]

function timeTable(cases: readonly FigureCase[], { translate }: Words): WireTable {
  const names = {
    firm: (one: FigureCase) => one.firm ?? translate('repair.figures.noFirm'),
    type: ({ deviceType }: FigureCase) =>
      deviceType === null ? translate('repair.figures.noEquipment') : translate(`devices.type.${deviceType}`),
    model: (one: FigureCase) => one.deviceModel ?? translate('repair.figures.noEquipment'),
  }
  const row = (by: string, name: string, some: readonly FigureCase[]): Row => ({
    id: `${by} ${name}`,
    value: [by, name, some.length, ...timesOf(some)],
  })
  const groups = (['firm', 'type', 'model'] as const).flatMap((by) =>
    [...groupBy(cases, names[by])]
      .toSorted(([, a], [, b]) => b.length - a.length)
      .map(([name, some]) => row(translate(`repair.figures.${by}`), name, some)),
  )
  const all = row(translate('repair.figures.all'), translate('repair.figures.allCases'), cases)
  return {
    title: translate('repair.figures.times'),
    header: [
      textColumn(translate('repair.figures.by')),
      textColumn(translate('repair.figures.name')),
      numberColumn(translate('repair.figures.cases'), 0),
      ...caseTimes.flatMap((time) => [
        minutesColumn(translate(`repair.figures.${time}.median`)),
        minutesColumn(translate(`repair.figures.${time}.p90`)),
      ]),
    ],
    data: cases.length === 0 ? [] : [all, ...groups],
    pageSize: PAGE_SIZE,
    filterIndex: 0,
  }
}

function timesOf(cases: readonly FigureCase[]): (number | null)[] {
  const courses = cases.map(
    (one): CaseCourse => ({ ...one, repairedAt: one.phase === 'done' ? one.closedAt : null }),
  )
  return caseTimes.flatMap((time) => {
    const figures = timeFigures(courses, time)
    return [rounded(figures.median, 0), rounded(figures.p90, 0)]
  })
}

function repeatTable(
  cases: readonly FigureCase[],
  isIn: (one: FigureCase) => boolean,
  { translate }: Words,
): WireTable {
  const spellings = new Map<string, string>()
  // as it was written first
  const spelled = (cause: string) => {
    const key = cause.toLowerCase()
    const known = spellings.get(key) ?? cause
    spellings.set(key, known)
    return known
  }
  const names = {
    device: ({ storeCode, storeName, deviceName }: FigureCase) =>
      deviceName === null ? null : `${storeCode} ${storeName} · ${deviceName}`,
    cause: ({ cause }: FigureCase) => spelled(cause.trim()) || translate('repair.figures.noCause'),
    firm: ({ firm }: FigureCase) => firm ?? translate('repair.figures.noFirm'),
  }
  const isCounted = (one: FigureCase) => isIn(one) && one.deviceId !== null
  const rows = (['device', 'cause', 'firm'] as const).flatMap((by) =>
    [...countRepeats(cases, (one) => (isCounted(one) ? names[by](one) : null))]
      .filter(([, { repeated }]) => by !== 'device' || repeated > 0)
      .toSorted(([, a], [, b]) => b.repeated - a.repeated || b.repaired - a.repaired)
      .map(([name, { repaired, repeated }]): Row => {
        const title = translate(`repair.figures.${by}`)
        const share = rounded((repeated / repaired) * 100, 1)
        return { id: `${title} ${name}`, value: [title, name, repaired, repeated, share] }
      }),
  )
  return {
    title: translate('repair.figures.repeats'),
    header: [
      textColumn(translate('repair.figures.by')),
      textColumn(translate('repair.figures.name')),
      numberColumn(translate('repair.figures.repaired'), 0),
      numberColumn(translate('repair.figures.repeated'), 0),
      percentColumn(translate('repair.figures.share')),
    ],
    data: rows,
    pageSize: PAGE_SIZE,
    filterIndex: 0,
  }
}
