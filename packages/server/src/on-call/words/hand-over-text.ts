import { formatInstant } from '@coldkeep/phrases/format'
import type { NewsText } from '../../outbox/news-kind'
import type { Words } from '../../wording/words'

export interface HandOver {
  readonly from: string
  readonly to: string
  readonly department: string
  readonly startAt: number
  readonly endAt: number
  readonly zone: string
}

/** The words of a hand-over: from whom to whom, where, and for how long. */
export function handOverText({ startAt, endAt, zone, ...names }: HandOver, { translate }: Words): NewsText {
  const time = (at: number) => formatInstant(at, zone)
  return {
    title: translate('amberWords.handedOver', names),
    lines: [translate('amberWords.handedOverTime', { start: time(startAt), end: time(endAt) })],
  }
}
