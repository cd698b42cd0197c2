import { type Sheet, SOFT_INK } from './sheet'

interface Title {
  readonly title: string
  /** Its number and name. */
  readonly store: string
  /** Where the store is, as far as it is known. */
  readonly place?: readonly string[]
}

/** The head of the first page: what it is, and of which store. */
export function drawTitle(sheet: Sheet, { title, store, place = [] }: Title): void {
  sheet.y = 44
  sheet.paragraph('Coldkeep', { size: 9, weight: 'bold', color: SOFT_INK })
  sheet.space(10)
  sheet.paragraph(title, { size: 21, weight: 'bold' })
  sheet.space(4)
  sheet.paragraph(store, { size: 14 })
  const known = place.filter((part) => part !== '')
  if (known.length > 0) sheet.paragraph(known.join(' · '), { color: SOFT_INK })
  sheet.space(10)
  sheet.rule()
  sheet.space(8)
}
