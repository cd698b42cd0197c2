import type { EpochMs } from '@coldkeep/domain/time/instant'
import { type Encode, newEpoch, type OutboxRow, type RowKind, type SequenceRange } from './outbox-row'

const MOST_ROWS = 1_000
const MOST_BYTES = 8 * 1024 * 1024

/**
 * Where messages wait while the disk takes nothing. It has an epoch of its own: its numbers die with the process
 * and must not be mistaken for those on the disk.
 */
export class MemoryStore {
  readonly epoch = newEpoch()
  readonly #rows = new Map<number, OutboxRow>()
  #next = 1
  #bytes = 0

  get count(): number {
    return this.#rows.size
  }

  get oldestAt(): EpochMs | null {
    for (const row of this.#rows.values()) return row.at
    return null
  }

  /** Returns the rows that had to go to make room: readings before events and results. */
  append(
    kind: RowKind,
    at: EpochMs,
    encode: Encode,
  ): { readonly row: OutboxRow; readonly dropped: readonly OutboxRow[] } {
    const sequence = this.#next++
    const row = { epoch: this.epoch, sequence, kind, at, body: encode(this.epoch, sequence) }
    this.#rows.set(sequence, row)
    this.#bytes += row.body.length
    const dropped: OutboxRow[] = []
    for (const old of this.#inOrderOfDropping()) {
      if (this.#rows.size <= MOST_ROWS && this.#bytes <= MOST_BYTES) break
      this.#remove(old.sequence)
      dropped.push(old)
    }
    return { row, dropped }
  }

  oldest(count: number, matches: (row: OutboxRow) => boolean): OutboxRow[] {
    const found: OutboxRow[] = []
    for (const row of this.#rows.values()) {
      if (found.length >= count) break
      if (matches(row)) found.push(row)
    }
    return found
  }

  /** All that wait, oldest first. */
  all(): OutboxRow[] {
    return [...this.#rows.values()]
  }

  has({ epoch, sequence }: OutboxRow): boolean {
    return epoch === this.epoch && this.#rows.has(sequence)
  }

  forget(rows: readonly OutboxRow[]): void {
    for (const { sequence } of rows) this.#remove(sequence)
  }

  confirm(ranges: readonly SequenceRange[]): void {
    const confirmed = [...this.#rows.keys()].filter((sequence) =>
      ranges.some(([first, last]) => sequence >= first && sequence <= last),
    )
    for (const sequence of confirmed) this.#remove(sequence)
  }

  *#inOrderOfDropping(): Iterable<OutboxRow> {
    for (const row of this.#rows.values()) if (row.kind === 'readings') yield row
    for (const row of this.#rows.values()) if (row.kind !== 'readings') yield row
  }

  #remove(sequence: number): void {
    this.#bytes -= this.#rows.get(sequence)?.body.length ?? 0
    this.#rows.delete(sequence)
  }
}
