import { formatNumber } from '@coldkeep/phrases/format'
import type { FieldGate, FieldPause } from '../../db/firmware-tables'
import type { Words } from '../../wording/words'

/** In what updated terminals are worse than others. */
export function presentFinding(finding: FieldPause, { language, translate }: Words): string {
  const { measure, about, stores, others } = finding
  const worse = formatNumber(language, worseOf(finding), { decimals: 1 })
  const count = (value: number) => formatNumber(language, value, { decimals: 0 })
  return [
    translate(`firmwareJobs.field.${measure}`, { worse, stores: count(stores) }),
    about === null ? '' : translate(`firmwareJobs.field.about.${about.kind}`, { name: about.name }),
    others === 0
      ? translate('firmwareJobs.field.besideWeek')
      : translate('firmwareJobs.field.besideOthers', { others: count(others) }),
  ]
    .filter((sentence) => sentence !== '')
    .join(' ')
}

/** What the field data of a wave came to. */
export function presentGate({ comparisons, others, finding }: FieldGate, words: Words): string {
  if (finding !== null) return presentFinding(finding, words)
  const { language, translate } = words
  if (comparisons === null || comparisons === 0) return translate('firmwareJobs.field.unknown')
  const count = (value: number) => formatNumber(language, value, { decimals: 0 })
  return translate(others === 0 ? 'firmwareJobs.field.goodBesideWeek' : 'firmwareJobs.field.good', {
    comparisons: count(comparisons),
    others: count(others),
  })
}

/** In points, times, starts, minutes and percent. */
function worseOf({ measure, worse }: FieldPause): number {
  switch (measure) {
    case 'poll_success':
    case 'broken':
      return 100 * worse
    case 'outbox_age':
      return 2 ** worse
    case 'restarts':
    case 'minutes_lost':
      return worse
    case 'rows':
      return 100 * (1 - Math.exp(-worse))
  }
}
