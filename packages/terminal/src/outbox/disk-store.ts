import { type EpochMs, epochMs } from '@coldkeep/domain/time/instant'
import { type Database, open, type RootDatabase } from 'lmdb'
import {
  type Encode,
  newEpoch,
  type OutboxRow,
  type RowKind,
  rowKinds,
  type SequenceRange,
} from './outbox-row'

type RowKey = [epoch: string, sequence: number]

/** Stored in front of the message: its time as a double. An event or result has its kind behind that. */
const TIME_BYTES = 8
const KIND_BYTES = 1
const FORMAT = 1
/** How far something has come, kept in the same file. */
export type MarkName = 'thinned 15 min' | 'thinned 1 h'

/** Of messages with readings up to a number some stay. */
export interface Thinned {
  readonly mark: MarkName
  readonly upTo: number
  readonly kept: readonly OutboxRow[]
}

/**
 * The outbox on the disk. A commit is one fdatasync, and a row that was appended outlives a kill and a power cut.
 * Every failing write rejects with the error of the disk, and the file stays as it was.
 */
export class DiskStore {
  readonly epoch: string
  readonly #root: RootDatabase<unknown, string>
  readonly #rows: Database<Buffer, RowKey>
  /** Events and results, apart from readings: they are found at once among a long backlog, and outlive it. */
  readonly #reports: Database<Buffer, RowKey>
  readonly #numbers: Database<number, string>

  /** @throws when the file cannot be opened or written, or holds another format */
  static async open(path: string): Promise<DiskStore> {
    const root = open<unknown, string>({
      path,
      noSubdir: true,
      // Otherwise a commit is reported before its sync, and a failing one leaves promises that nobody handles.
      overlappingSync: false,
      eventTurnBatching: false,
    })
    const marks = root.openDB<string | number, string>('marks', { encoding: 'json' })
    const format = marks.get('format')
    if (format !== undefined && format !== FORMAT) {
      await root.close()
      throw new Error(`outbox format ${format} is not known`)
    }
    if (format === undefined) {
      await committed(() =>
        root.transaction(() => {
          void marks.put('format', FORMAT)
          void marks.put('epoch', newEpoch())
        }),
      )
    }
    return new DiskStore(root, String(marks.get('epoch')))
  }

  private constructor(root: RootDatabase<unknown, string>, epoch: string) {
    this.epoch = epoch
    this.#root = root
    this.#rows = root.openDB<Buffer, RowKey>('rows', { encoding: 'binary' })
    this.#reports = root.openDB<Buffer, RowKey>('reports', { encoding: 'binary' })
    this.#numbers = root.openDB<number, string>('numbers', { encoding: 'json' })
  }

  get count(): number {
    return this.#rows.getCount() + this.#reports.getCount()
  }

  /** Bytes of the pages that hold messages; the file itself keeps its largest size and uses free pages again. */
  get usedBytes(): number {
    return usedBytes(this.#rows) + usedBytes(this.#reports)
  }

  get oldestAt(): EpochMs | null {
    const [readings] = this.oldest(1, () => true)
    const [report] = this.oldestReports(1, () => true)
    const times = [readings, report].flatMap((row) => row?.at ?? [])
    return times.sort((a, b) => a - b)[0] ?? null
  }

  /** The number is taken inside the transaction: it can never be given twice, not even to a second process. */
  append(kind: RowKind, at: EpochMs, encode: Encode): Promise<OutboxRow> {
    return committed(() => this.#root.transaction(() => this.#put(kind, at, encode)))
  }

  /** Of the message made last among those that are here. */
  get newestAt(): EpochMs | null {
    const times = [this.#rows, this.#reports].flatMap((rows) =>
      [...rows.getRange({ reverse: true, limit: 1 })].map(({ value }) => timeOf(value)),
    )
    return times.sort((a, b) => b - a)[0] ?? null
  }

  /** The oldest messages with readings that are wanted, oldest first. */
  oldest(count: number, isWanted: (row: OutboxRow) => boolean): OutboxRow[] {
    return firstWanted(this.#rows, readReadings, count, isWanted)
  }

  /** The oldest events and results that are wanted, oldest first. */
  oldestReports(count: number, isWanted: (row: OutboxRow) => boolean): OutboxRow[] {
    return firstWanted(this.#reports, readReport, count, isWanted)
  }

  /** The numbers of the ranges that are here. */
  present(ranges: readonly SequenceRange[]): number[] {
    return ranges.flatMap(([first, last]) =>
      [this.#rows, this.#reports].flatMap((rows) =>
        [...rows.getKeys({ start: [this.epoch, first], end: [this.epoch, last], inclusiveEnd: true })].map(
          (key) => key[1],
        ),
      ),
    )
  }

  async remove(sequences: readonly number[]): Promise<void> {
    if (sequences.length === 0) return
    await committed(() =>
      this.#root.transaction(() => {
        for (const sequence of sequences) {
          void this.#rows.remove([this.epoch, sequence])
          void this.#reports.remove([this.epoch, sequence])
        }
      }),
    )
  }

  /** Messages with readings whose number is above this, in order of their numbers. */
  readingsAfter(sequence: number, count: number): OutboxRow[] {
    const start: RowKey = [this.epoch, sequence + 1]
    return [...this.#rows.getRange({ start, limit: count })].map(({ key, value }) => readReadings(key, value))
  }

  mark(name: MarkName): number {
    return this.#numbers.get(name) ?? 0
  }

  /**
   * Removes messages that nobody has confirmed and appends the event that tells of them, all or nothing.
   * @returns the event, or `null` when none of them was there any more
   */
  giveUp(
    rows: readonly OutboxRow[],
    at: EpochMs,
    tell: (given: readonly OutboxRow[]) => Encode,
    thinned?: Thinned,
  ): Promise<OutboxRow | null> {
    return committed(() =>
      this.#root.transaction(() => {
        // some may have been confirmed meanwhile
        const given = rows.filter((row) => this.#has(row))
        const kept = thinned?.kept.filter((row) => this.#has(row)) ?? []
        for (const row of [...given, ...kept]) void this.#of(row.kind).remove([row.epoch, row.sequence])
        // written anew: messages that stay alone on their pages would save no room
        for (const row of kept) void this.#rows.put([row.epoch, row.sequence], withTime(row.at, row.body))
        if (thinned) void this.#numbers.put(thinned.mark, thinned.upTo)
        return given.length === 0 ? null : this.#put('event', at, tell(given))
      }),
    )
  }

  async close(): Promise<void> {
    await this.#root.close()
  }

  /** Inside a transaction. */
  #put(kind: RowKind, at: EpochMs, encode: Encode): OutboxRow {
    const sequence = this.#numbers.get('next') ?? 1
    const body = encode(this.epoch, sequence)
    const value = kind === 'readings' ? withTime(at, body) : withKind(kind, at, body)
    void this.#of(kind).put([this.epoch, sequence], value)
    void this.#numbers.put('next', sequence + 1)
    return { epoch: this.epoch, sequence, kind, at, body }
  }

  #has({ kind, epoch, sequence }: OutboxRow): boolean {
    return this.#of(kind).doesExist([epoch, sequence])
  }

  #of(kind: RowKind): Database<Buffer, RowKey> {
    return kind === 'readings' ? this.#rows : this.#reports
  }
}

/** lmdb hides the reason of a failed commit in a promise of its own; here it is what gets thrown. */
export async function committed<Value>(write: () => Promise<Value>): Promise<Value> {
  try {
    return await write()
  } catch (error) {
    if (error instanceof Error && 'commitError' in error) await error.commitError
    throw error
  }
}

function firstWanted(
  rows: Database<Buffer, RowKey>,
  read: (key: RowKey, value: Buffer) => OutboxRow,
  count: number,
  isWanted: (row: OutboxRow) => boolean,
): OutboxRow[] {
  const found: OutboxRow[] = []
  if (count <= 0) return found
  for (const { key, value } of rows.getRange()) {
    const row = read(key, value)
    if (isWanted(row)) found.push(row)
    if (found.length >= count) break
  }
  return found
}

function usedBytes(rows: Database<Buffer, RowKey>): number {
  const { pageSize, treeBranchPageCount, treeLeafPageCount, overflowPages } = rows.getStats() as Record<
    string,
    number
  >
  return ((treeBranchPageCount ?? 0) + (treeLeafPageCount ?? 0) + (overflowPages ?? 0)) * (pageSize ?? 0)
}

function withTime(at: EpochMs, body: Uint8Array): Buffer {
  const value = Buffer.alloc(TIME_BYTES + body.length)
  value.writeDoubleBE(at)
  value.set(body, TIME_BYTES)
  return value
}

function withKind(kind: RowKind, at: EpochMs, body: Uint8Array): Buffer {
  return Buffer.concat([withTime(at, Uint8Array.of(rowKinds.indexOf(kind))), body])
}

function timeOf(value: Buffer): EpochMs {
  return epochMs(value.readDoubleBE())
}

/** The body is a copy: lmdb lends its buffers only until the next read. */
function readReadings([epoch, sequence]: RowKey, value: Buffer): OutboxRow {
  const body = new Uint8Array(value.subarray(TIME_BYTES))
  return { epoch, sequence, kind: 'readings', at: timeOf(value), body }
}

function readReport([epoch, sequence]: RowKey, value: Buffer): OutboxRow {
  const kind = rowKinds[value.readUInt8(TIME_BYTES)] ?? 'event'
  const body = new Uint8Array(value.subarray(TIME_BYTES + KIND_BYTES))
  return { epoch, sequence, kind, at: timeOf(value), body }
}
