import { buffer } from 'node:stream/consumers'
import { setImmediate } from 'node:timers/promises'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import { formatNumber, NO_VALUE } from '@coldkeep/phrases/format'
import { drawTitle } from '../../paper/draw-title'
import { finishPages } from '../../paper/finish-pages'
import { type Cell, Sheet, SOFT_INK } from '../../paper/sheet'
import type { Words } from '../../wording/words'
import type { SheetStore } from '../read-sheet'
import type { ShownDay } from '../show-days'
import { drawDay } from './draw-day'

/** Sheets of a store, as their reader may see them. */
export interface SheetPaper {
  readonly store: SheetStore & { readonly address: string; readonly country: string }
  /** In their order; at least one. */
  readonly days: readonly ShownDay[]
  /** Equipment of the store is withheld from the reader. */
  readonly isPartial: boolean
  readonly madeAt: EpochMs
  readonly madeBy: string
}

/** The pages as a PDF: of several days first what became of each. Between days others have their turn. */
export async function drawSheets(paper: SheetPaper, words: Words): Promise<Uint8Array> {
  const { store, days, isPartial, madeAt, madeBy } = paper
  const { language, translate } = words
  const place = `${store.code} ${store.name}`
  const title = `${translate('daySheet.files.title')} ${daysText(days, words)}`
  const sheet = new Sheet({
    title: `${title}, ${place}`,
    language,
    country: store.country,
    madeAt: new Date(madeAt),
  })
  const written = buffer(sheet.doc)
  drawTitle(sheet, { title, store: place, place: [store.address] })
  if (isPartial) {
    sheet.paragraph(translate('daySheet.files.partial'), { weight: 'bold' })
    sheet.space(8)
  }
  const isOne = days.length === 1
  if (!isOne) drawOverview(sheet, days, words)
  for (const day of days) {
    if (!isOne) {
      sheet.newPage()
      sheet.heading(day.on, { size: 15 })
    }
    drawDay(sheet, day, store.zone, words)
    await setImmediate()
  }
  finishPages(sheet, { title, store: place, madeAt, madeBy, timeZone: store.zone }, translate)
  return written
}

function daysText(days: readonly ShownDay[], { translate }: Words): string {
  const [first, last] = [days[0]?.on ?? '', days.at(-1)?.on ?? '']
  return first === last ? first : translate('daySheet.files.days', { first, last })
}

/** A row for each day: the blank is the finding. */
function drawOverview(sheet: Sheet, days: readonly ShownDay[], words: Words): void {
  const { language, translate } = words
  const count = (value: number, isFinding: boolean): Cell => ({
    text: formatNumber(language, value),
    ...(isFinding && value > 0 && { weight: 'bold' }),
  })
  sheet.paragraph(translate('daySheet.files.asNow'), { color: SOFT_INK })
  sheet.space(4)
  sheet.table(
    [
      { title: translate('daySheet.day'), share: 14 },
      { title: translate('daySheet.files.signed'), share: 22 },
      { title: translate('daySheet.files.reviewed'), share: 22 },
      { title: translate('daySheet.files.outMinutes'), share: 13, align: 'right' },
      { title: translate('daySheet.files.unknownMinutes'), share: 14, align: 'right' },
      { title: translate('daySheet.files.measured'), share: 12, align: 'right' },
      { title: translate('daySheet.files.outValues'), share: 13, align: 'right' },
      { title: translate('daySheet.breaches'), share: 13, align: 'right' },
    ],
    days.map(({ on, now, signed }): Cell[] => {
      const sum = (key: 'outOfLimits' | 'unknown') => now.rows.reduce((all, row) => all + row[key], 0)
      const measured = now.checks.filter(({ valueC }) => valueC !== null)
      return [
        { text: on },
        signerOf(signed, words),
        { text: signed?.review?.by ?? NO_VALUE },
        count(sum('outOfLimits'), true),
        count(sum('unknown'), true),
        count(measured.length, false),
        count(measured.filter(({ isOutOfLimits }) => isOutOfLimits).length, true),
        count(now.breaches.length, true),
      ]
    }),
  )
}

/** Who signed a day, and whether what is kept is still that. */
function signerOf(signed: ShownDay['signed'], { translate }: Words): Cell {
  if (signed === null) return { text: translate('daySheet.notSigned'), weight: 'bold' }
  return signed.isIntact
    ? { text: signed.by }
    : { text: `${signed.by}; ${translate('daySheet.broken')}`, weight: 'bold' }
}
