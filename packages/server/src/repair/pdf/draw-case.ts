import { buffer } from 'node:stream/consumers'
import type { RepairDetail, WireRepairEvent } from '@coldkeep/contract/areas/repair'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import { formatInstant, formatMinutes, NO_VALUE } from '@coldkeep/phrases/format'
import { drawTitle } from '../../paper/draw-title'
import { finishPages } from '../../paper/finish-pages'
import { type Cell, Sheet } from '../../paper/sheet'
import type { Words } from '../../wording/words'
import type { RepairCase } from '../case-queries'
import type { CaseCurve } from '../read-case-curve'
import { drawCaseCurve } from './draw-case-curve'
import { drawPictures } from './draw-pictures'
import type { Picture } from './read-pictures'

/** All of a case, as its reader may see it. */
export interface CasePaper {
  readonly row: Pick<RepairCase, 'timeZone' | 'country' | 'address' | 'phone'>
  readonly detail: RepairDetail
  readonly pictures: readonly Picture[]
  readonly curve: CaseCurve | null
  readonly madeAt: EpochMs
  readonly madeBy: string
}

/** The pages of a case, as a PDF. */
export async function drawCase(paper: CasePaper, words: Words): Promise<Uint8Array> {
  const { row, detail, pictures, curve, madeAt, madeBy } = paper
  const { language, translate } = words
  const { case: shown } = detail
  const title = translate('repair.record', { ticket: shown.ticket })
  const store = `${shown.store.code} ${shown.store.name}`
  const sheet = new Sheet({
    title: `${title}, ${store}`,
    language,
    country: row.country,
    madeAt: new Date(madeAt),
  })
  const written = buffer(sheet.doc)
  drawHead(sheet, paper, { title, store }, words)
  drawAlarms(sheet, detail, row, words)
  drawEntries(sheet, detail, row, words)
  drawHistory(sheet, detail, row, words)
  if (curve !== null) drawCaseCurve(sheet, curve, row.timeZone, words)
  drawPictures(sheet, pictures, row.timeZone, words)
  finishPages(sheet, { title, store, madeAt, madeBy, timeZone: row.timeZone }, translate)
  return written
}

type Zone = Pick<RepairCase, 'timeZone'>

function drawHead(
  sheet: Sheet,
  { row, detail }: CasePaper,
  { title, store }: { readonly title: string; readonly store: string },
  { translate }: Words,
): void {
  const { case: shown, arrivedAt, labourMinutes } = detail
  const time = (at: number | null) => (at === null ? NO_VALUE : formatInstant(at, row.timeZone))
  drawTitle(sheet, { title, store, place: [row.address, row.phone] })
  sheet.facts([
    [translate('repair.equipment'), shown.equipment?.name ?? NO_VALUE],
    [translate('repair.progress'), shown.progress.title],
    [translate('repair.zone'), shown.temperatureZone || NO_VALUE],
    [translate('repair.assignee'), shown.assignee?.name ?? translate('repair.nobody')],
    [translate('repair.code'), shown.equipmentCode || NO_VALUE],
    [translate('repair.storeNumber'), shown.storeNumber],
    [translate('repair.reportedAt'), time(shown.reportTime)],
    [translate('repair.reportedBy'), shown.reportedBy],
    [translate('repair.arrived'), time(arrivedAt)],
    [
      translate('repair.labourTime'),
      labourMinutes === 0 ? NO_VALUE : formatMinutes(translate, labourMinutes),
    ],
    [translate('repair.closedAt'), time(shown.closedAt)],
  ])
  sheet.space(8)
  sheet.heading(translate('repair.fault'))
  sheet.paragraph(shown.fault)
  sheet.space(8)
  sheet.heading(translate('repair.cause'))
  sheet.paragraph(shown.cause === '' ? NO_VALUE : shown.cause)
}

function drawAlarms(sheet: Sheet, { alarms }: RepairDetail, { timeZone }: Zone, { translate }: Words): void {
  if (alarms.length === 0) return
  sheet.space(12)
  sheet.heading(translate('repair.alarms'))
  for (const { text: words, startedAt, isOpen } of alarms) {
    const state = translate(isOpen ? 'repair.alarmOpen' : 'repair.alarmOver')
    sheet.paragraph(`${formatInstant(startedAt, timeZone)}   ${words} (${state})`)
    sheet.space(2)
  }
}

/** Work and parts apart from the rest of the history, in the order in which they came. */
function drawEntries(sheet: Sheet, { history }: RepairDetail, zone: Zone, { translate }: Words): void {
  for (const kind of ['labour', 'part'] as const) {
    const entries = history.filter((event) => event.kind === kind).toReversed()
    if (entries.length === 0) continue
    sheet.space(12)
    sheet.heading(translate(`repair.event.${kind}`))
    for (const { at, lines } of entries) {
      const when = kind === 'part' ? `${formatInstant(at, zone.timeZone)}   ` : ''
      sheet.paragraph(`${when}${lines.join(', ')}`)
      sheet.space(2)
    }
  }
}

/** From the report on. */
function drawHistory(sheet: Sheet, { history }: RepairDetail, zone: Zone, { translate }: Words): void {
  sheet.space(12)
  sheet.heading(translate('repair.history'))
  const row = ({ kind, at, by, lines }: WireRepairEvent): Cell[] => [
    { text: formatInstant(at, zone.timeZone) },
    { text: translate(`repair.event.${kind}`), weight: 'bold' },
    { text: lines.join('\n') },
    { text: by },
  ]
  sheet.table(
    [
      { title: translate('repair.paper.time'), share: 18 },
      { title: translate('repair.paper.what'), share: 18 },
      { title: translate('repair.paper.words'), share: 50 },
      { title: translate('repair.paper.by'), share: 16 },
    ],
    history.toReversed().map(row),
  )
}
