import type { TableExtent } from '../../filters/first-stores'
import { countText } from '../../wording/number-text'
import type { Words } from '../../wording/words'

/** The title of a table of devices, and which stores it holds where there are more. */
export function tableTitle(
  title: string,
  { shown, total }: TableExtent,
  { language, translate }: Words,
): string {
  if (shown === total) return title
  return translate('analysis.result.firstStores', {
    table: title,
    shown: countText(language, shown),
    total: countText(language, total),
  })
}
