import type { PointStatement } from '@coldkeep/contract/areas/service-points'
import { type Subservice, serviceOf, subservices } from '@coldkeep/domain/service-points/service'
import { localDate } from '@coldkeep/domain/time/local-date'
import type { Translate } from '@coldkeep/phrases/keys'
import type { Db } from '../db/connect'
import type { PointPlace } from './point-place'
import { type MonthSums, selectMonthSums } from './statement-queries'
import { partTitle, serviceTitle } from './words/present-points'

type Figures = PointStatement['total']

const NOTHING: Figures = { opening: 0, granted: 0, used: 0, corrected: 0, lapsed: 0, closing: 0 }

/**
 * The statement of a month. Of a chain the balance is what it can still use, reserved points included: opening + granted −
 * used + corrected − lapsed. Of a part of it, what was used there so far: opening + used − corrected.
 * @param month `YYYY-MM`
 */
export async function readStatement(
  db: Db,
  place: PointPlace,
  month: string,
  translate: Translate,
): Promise<PointStatement> {
  const of = place.isChain ? 'chain' : 'used'
  const sums = new Map(
    (await selectMonthSums(db, place.filter, localDate(`${month}-01`))).map((row) => [row.subservice, row]),
  )
  const lines = subservices.flatMap((subservice) => {
    const row = sums.get(subservice)
    return row === undefined ? [] : [lineOf(subservice, figuresOf(row, of), translate)]
  })
  return { of, name: place.name, lines, total: lines.reduce<Figures>(added, NOTHING) }
}

function figuresOf(
  { hadBefore, usedBefore, granted, used, corrected, lapsed }: MonthSums,
  of: 'chain' | 'used',
) {
  if (of === 'chain') {
    const closing = hadBefore + granted - used + corrected - lapsed
    return { opening: hadBefore, granted, used, corrected, lapsed, closing }
  }
  const closing = usedBefore + used - corrected
  return { opening: usedBefore, granted: 0, used, corrected, lapsed: 0, closing }
}

function lineOf(subservice: Subservice, figures: Figures, translate: Translate) {
  const serviceId = serviceOf(subservice)
  const service = serviceTitle(serviceId, translate)
  return { serviceId, service, part: partTitle(subservice, translate), ...figures }
}

function added(sum: Figures, line: Figures): Figures {
  return {
    opening: sum.opening + line.opening,
    granted: sum.granted + line.granted,
    used: sum.used + line.used,
    corrected: sum.corrected + line.corrected,
    lapsed: sum.lapsed + line.lapsed,
    closing: sum.closing + line.closing,
  }
}
