import type { WireChart } from '@coldkeep/contract/wire/chart'

type Kind = WireChart['type']

const isRound = (kind: Kind | undefined) => kind === 'pie'
const isBars = (kind: Kind | undefined) => kind === 'bar' || kind === 'group_bar'

/**
 * How many columns of twelve each chart takes, in the order of the service: rows are filled, a pie beside bars is the
 * narrow one, lines have a row of their own.
 */
export function chartSpans(kinds: readonly Kind[]): readonly number[] {
  const spans: number[] = []
  while (spans.length < kinds.length) {
    const [first, second] = kinds.slice(spans.length)
    if (isRound(first) && isBars(second)) spans.push(4, 8)
    else if (isBars(first) && isRound(second)) spans.push(8, 4)
    else if (first !== 'line' && first !== undefined && second !== undefined && second !== 'line')
      spans.push(6, 6)
    else spans.push(12)
  }
  return spans
}
