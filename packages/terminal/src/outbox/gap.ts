import { type EpochMs, epochMs } from '@coldkeep/domain/time/instant'
import { eventMessage } from './event-message'
import type { Encode, OutboxRow } from './outbox-row'

/** How readings were given up: of their cycles one per quarter of an hour or per hour was kept, or none. */
export type GapManner = 'one_per_15_min' | 'one_per_hour' | 'dropped'

/** Messages given up before they were confirmed. */
export interface Gap {
  readonly how: GapManner
  readonly count: number
  readonly from: EpochMs
  readonly to: EpochMs
}

export function gapOf(how: GapManner, rows: readonly Pick<OutboxRow, 'at'>[]): Gap {
  let from = Number.POSITIVE_INFINITY
  let to = Number.NEGATIVE_INFINITY
  for (const { at } of rows) {
    from = Math.min(from, at)
    to = Math.max(to, at)
  }
  return { how, count: rows.length, from: epochMs(from), to: epochMs(to) }
}

export function joinedGap(before: Gap | null, more: Gap): Gap {
  if (before === null) return more
  return {
    how: more.how,
    count: before.count + more.count,
    from: epochMs(Math.min(before.from, more.from)),
    to: epochMs(Math.max(before.to, more.to)),
  }
}

export function gapMessage(at: EpochMs, { how, count, from, to }: Gap): Encode {
  return eventMessage('gap', at, { how, count, from, to })
}
