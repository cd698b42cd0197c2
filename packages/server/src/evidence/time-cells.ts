import type { Words } from '../wording/words'
import type { Evidence } from './evidence'

/** The days of evidence: one of them, or the first and the last. */
export function daysText({ first, last }: Pick<Evidence, 'first' | 'last'>, { translate }: Words): string {
  return first === last ? first : translate('evidence.days', { first, last })
}
