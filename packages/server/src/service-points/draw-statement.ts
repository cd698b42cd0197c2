import { buffer } from 'node:stream/consumers'
import type { PointStatement } from '@coldkeep/contract/areas/service-points'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import { formatNumber } from '@coldkeep/phrases/format'
import { drawTitle } from '../paper/draw-title'
import { finishPages } from '../paper/finish-pages'
import { type Cell, Sheet } from '../paper/sheet'
import type { Words } from '../wording/words'

interface StatementPaper {
  readonly statement: PointStatement
  /** `YYYY-MM`. */
  readonly month: string
  readonly madeAt: EpochMs
  readonly madeBy: string
}

export const statementFigures = ['opening', 'granted', 'used', 'corrected', 'lapsed', 'closing'] as const
/** Figures that a part of a chain has; points are granted to all of it. */
export const usedFigures = ['opening', 'used', 'corrected', 'closing'] as const

/** Months are those of this clock. */
const ZONE = 'Asia/Taipei'

/** The pages of a statement, as a PDF. */
export async function drawStatement(
  { statement, month, madeAt, madeBy }: StatementPaper,
  { language, translate }: Words,
): Promise<Uint8Array> {
  const { of, name, lines, total } = statement
  const title = translate('pointWords.statement', { month })
  const sheet = new Sheet({ title: `${title}, ${name}`, language, country: '', madeAt: new Date(madeAt) })
  const written = buffer(sheet.doc)
  drawTitle(sheet, { title, store: name, place: [translate(`pointWords.statementOf.${of}`)] })
  const keys = of === 'chain' ? statementFigures : usedFigures
  const cells = (
    label: string,
    part: string,
    figures: PointStatement['total'],
    weight: Cell['weight'],
  ): Cell[] => [
    { text: label, weight },
    { text: part, weight },
    ...keys.map((key) => ({ text: formatNumber(language, figures[key]), weight })),
  ]
  sheet.table(
    [
      { title: translate('pointWords.column.service'), share: 24 },
      { title: translate('pointWords.column.part'), share: 24 },
      ...keys.map((key) => ({
        title: translate(`pointWords.figure.${key}`),
        share: 10,
        align: 'right' as const,
      })),
    ],
    [
      ...lines.map((line) => cells(line.service, line.part, line, 'regular')),
      cells(translate('pointWords.total'), '', total, 'bold'),
    ],
  )
  finishPages(sheet, { title, store: name, madeAt, madeBy, timeZone: ZONE }, translate)
  return written
}
