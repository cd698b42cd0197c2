import type { StoreId, TerminalId } from '../ids'
import type { EpochMs } from '../time/instant'
import type { DueHour, LifeRow } from './marks'

/**
 * What this process has committed of the current hours, so that each batch does not write the same marks
 * again. Only for hours that are not over: their marks are not taken, and bits are never cleared.
 */
export interface WrittenMarks {
  isHourMarked(storeId: StoreId, hourMs: number, now: EpochMs): boolean
  /** The bits that are not written yet. */
  freshLife(terminal: TerminalId, bits: Life): { live: bigint; reported: bigint }
  committed(rows: MarkedRows, now: EpochMs): void
}

/** What a batch has marked. */
interface MarkedRows {
  readonly life: readonly LifeRow[]
  readonly dueHours: readonly DueHour[]
}

interface Life {
  readonly hourMs: number
  readonly live: bigint
  readonly reported: bigint
}

const HOUR_MS = 3_600_000
/** A mark is not trusted close to the end of its hour, when compaction might be about to take it. */
const MARGIN_MS = 60_000

export function writtenMarks(): WrittenMarks {
  /** Hour → stores. */
  const hours = new Map<number, Set<StoreId>>()
  /** Hour → terminal → bits. */
  const life = new Map<number, Map<TerminalId, { live: bigint; reported: bigint }>>()

  const forgetOld = (now: number) => {
    for (const hourMs of hours.keys()) if (isOver(hourMs, now)) hours.delete(hourMs)
    for (const hourMs of life.keys()) if (isOver(hourMs, now - HOUR_MS)) life.delete(hourMs)
  }

  return {
    isHourMarked: (storeId, hourMs, now) => !isOver(hourMs, now) && hours.get(hourMs)?.has(storeId) === true,
    freshLife(terminal, { hourMs, live, reported }) {
      const known = life.get(hourMs)?.get(terminal)
      return { live: live & ~(known?.live ?? 0n), reported: reported & ~(known?.reported ?? 0n) }
    },
    committed(rows, now) {
      for (const { storeId, hourMs } of rows.dueHours) {
        if (isOver(hourMs, now)) continue
        const stores = hours.get(hourMs) ?? new Set()
        hours.set(hourMs, stores.add(storeId))
      }
      for (const { terminal, hourMs, live, reported } of rows.life) {
        if (isOver(hourMs, now - HOUR_MS)) continue
        const terminals = life.get(hourMs) ?? new Map()
        const known = terminals.get(terminal)
        terminals.set(terminal, {
          live: live | (known?.live ?? 0n),
          reported: reported | (known?.reported ?? 0n),
        })
        life.set(hourMs, terminals)
      }
      forgetOld(now)
    },
  }
}

function isOver(hourMs: number, now: number): boolean {
  return hourMs + HOUR_MS - MARGIN_MS <= now
}
