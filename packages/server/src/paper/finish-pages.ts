import type { EpochMs } from '@coldkeep/domain/time/instant'
import { formatInstant } from '@coldkeep/phrases/format'
import type { Translate } from '@coldkeep/phrases/keys'
import type { Sheet } from './sheet'

interface Made {
  readonly title: string
  readonly store: string
  readonly madeAt: EpochMs
  readonly madeBy: string
  /** Of the store. */
  readonly timeZone: string
}

/** Says on every page of what it is one, and at its foot when and for whom it was made. */
export function finishPages(
  sheet: Sheet,
  { title, store, madeAt, madeBy, timeZone }: Made,
  translate: Translate,
): void {
  const foot = translate('paper.made', {
    time: formatInstant(madeAt, timeZone),
    name: madeBy,
    zone: timeZone,
  })
  sheet.finish({ left: title, right: store }, (page, pages) => [
    foot,
    translate('paper.page', { page, pages }),
  ])
}
