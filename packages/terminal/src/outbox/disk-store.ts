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

/** By its place in the order of all messages here; for what was made here that is its number too. */
type RowKey = [epoch: string, place: number]
/** What a message made elsewhere is known by. */
type RowName = [epoch: string, sequence: number]

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
  /** Messages that came in from memory are queued here, under the names by which the server may know them. */
  readonly #namesAt: Database<RowName, number>
  readonly #placesOf: Database<number, RowName>

  /** @throws when the file cannot be opened or written, or holds another format */
  static async open(path: string): Promise<DiskStore> {
    const root = open<unknown, string>({
      path,
      noSubdir: true,
      // Otherwise a commit is reported before its sync, and a failing one leaves unhandled promises.
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
    this.#namesAt = root.openDB<RowName, number>('names', { encoding: 'json' })
    this.#placesOf = root.openDB<number, RowName>('places', { encoding: 'json' })
  }

  get count(): number {
    return this.#rows.getCount() + this.#reports.getCount()
  }

  /**
   * The number of messages, without those at places that are being vacated: some of these may have gone
   * already.
   */
  countWithout(leaving: ReadonlySet<number>): number {
    const isHere = (place: number) =>
      this.#rows.doesExist([this.epoch, place]) || this.#reports.doesExist([this.epoch, place])
    return this.count - [...leaving].filter(isHere).length
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

  /** Messages made in memory, behind what is here already: all or none, each under its own name still. */
  takeIn(rows: readonly OutboxRow[]): Promise<void> {
    return committed(() =>
      this.#root.transaction(() => {
        for (const { kind, at, body, epoch, sequence } of rows) {
          const place = this.#nextPlace()
          void this.#of(kind).put([this.epoch, place], stored(kind, at, body))
          void this.#namesAt.put(place, [epoch, sequence])
          void this.#placesOf.put([epoch, sequence], place)
        }
      }),
    )
  }

  /** Of the message made last among those that are here. */
  get newestAt(): EpochMs | null {
    const times = [this.#rows, this.#reports].flatMap((rows) =>
      [...rows.getRange({ reverse: true, limit: 1 })].map(({ value }) => timeOf(value)),
    )
    return times.sort((a, b) => b - a)[0] ?? null
  }

  /** The oldest matching messages with readings, oldest first. */
  oldest(count: number, matches: (row: OutboxRow) => boolean): OutboxRow[] {
    return firstMatching(this.#rows, (key, value) => this.#readReadings(key, value), count, matches)
  }

  /** The oldest matching events and results, oldest first. */
  oldestReports(count: number, matches: (row: OutboxRow) => boolean): OutboxRow[] {
    return firstMatching(this.#reports, (key, value) => this.#readReport(key, value), count, matches)
  }

  /** The place of a message. */
  placeOf({ epoch, sequence }: Pick<OutboxRow, 'epoch' | 'sequence'>): number {
    return epoch === this.epoch ? sequence : (this.#placesOf.get([epoch, sequence]) ?? 0)
  }

  /** Places of the messages of these numbers that are here. */
  present(epoch: string, ranges: readonly SequenceRange[]): number[] {
    return ranges.flatMap(([first, last]) => {
      const range = { start: [epoch, first] as RowName, end: [epoch, last] as RowName, inclusiveEnd: true }
      if (epoch !== this.epoch) return [...this.#placesOf.getRange(range)].map(({ value }) => value)
      const places = [this.#rows, this.#reports].flatMap((rows) =>
        [...rows.getKeys(range)].map((key) => key[1]),
      )
      return places.filter((place) => !this.#namesAt.doesExist(place))
    })
  }

  async remove(places: readonly number[]): Promise<void> {
    if (places.length === 0) return
    await committed(() =>
      this.#root.transaction(() => {
        for (const place of places) {
          void this.#rows.remove([this.epoch, place])
          void this.#reports.remove([this.epoch, place])
          this.#forgetName(place)
        }
      }),
    )
  }

  /** Messages with readings behind this place, in order. */
  readingsAfter(place: number, count: number): OutboxRow[] {
    const start: RowKey = [this.epoch, place + 1]
    return [...this.#rows.getRange({ start, limit: count })].map(({ key, value }) =>
      this.#readReadings(key, value),
    )
  }

  mark(name: MarkName): number {
    return this.#numbers.get(name) ?? 0
  }

  /**
   * Removes unconfirmed messages and appends the event that reports them, all or nothing.
   * @returns the event, or `null` when none of them was there any more
   */
  giveUp(
    rows: readonly OutboxRow[],
    at: EpochMs,
    describe: (given: readonly OutboxRow[]) => Encode,
    thinned?: Thinned,
  ): Promise<OutboxRow | null> {
    return committed(() =>
      this.#root.transaction(() => {
        // some may have been confirmed in the meantime
        const given = rows.filter((row) => this.#has(row))
        const kept = thinned?.kept.filter((row) => this.#has(row)) ?? []
        for (const row of [...given, ...kept]) void this.#of(row.kind).remove(this.#keyOf(row))
        // rewritten: messages that stay alone on their pages would save no room
        for (const row of kept) void this.#rows.put(this.#keyOf(row), withTime(row.at, row.body))
        for (const row of given) this.#forgetName(this.placeOf(row))
        if (thinned) void this.#numbers.put(thinned.mark, thinned.upTo)
        return given.length === 0 ? null : this.#put('event', at, describe(given))
      }),
    )
  }

  async close(): Promise<void> {
    await this.#root.close()
  }

  /** Inside a transaction. */
  #put(kind: RowKind, at: EpochMs, encode: Encode): OutboxRow {
    const sequence = this.#nextPlace()
    const body = encode(this.epoch, sequence)
    void this.#of(kind).put([this.epoch, sequence], stored(kind, at, body))
    return { epoch: this.epoch, sequence, kind, at, body }
  }

  #nextPlace(): number {
    const place = this.#numbers.get('next') ?? 1
    void this.#numbers.put('next', place + 1)
    return place
  }

  #forgetName(place: number): void {
    const name = this.#namesAt.get(place)
    if (name === undefined) return
    void this.#namesAt.remove(place)
    void this.#placesOf.remove(name)
  }

  #keyOf(row: OutboxRow): RowKey {
    return [this.epoch, this.placeOf(row)]
  }

  #has(row: OutboxRow): boolean {
    return this.#of(row.kind).doesExist(this.#keyOf(row))
  }

  /** The body is a copy: lmdb lends its buffers only until the next read. */
  #readReadings([, place]: RowKey, value: Buffer): OutboxRow {
    const at = timeOf(value)
    const body = new Uint8Array(value.subarray(TIME_BYTES))
    return { ...this.#nameAt(place), kind: 'readings', at, body }
  }

  #readReport([, place]: RowKey, value: Buffer): OutboxRow {
    const at = timeOf(value)
    const kind = rowKinds[value.readUInt8(TIME_BYTES)] ?? 'event'
    const body = new Uint8Array(value.subarray(TIME_BYTES + KIND_BYTES))
    return { ...this.#nameAt(place), kind, at, body }
  }

  #nameAt(place: number): Pick<OutboxRow, 'epoch' | 'sequence'> {
    const [epoch, sequence] = this.#namesAt.get(place) ?? [this.epoch, place]
    return { epoch, sequence }
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

function firstMatching(
  rows: Database<Buffer, RowKey>,
  read: (key: RowKey, value: Buffer) => OutboxRow,
  count: number,
  matches: (row: OutboxRow) => boolean,
): OutboxRow[] {
  const found: OutboxRow[] = []
  if (count <= 0) return found
  for (const { key, value } of rows.getRange()) {
    const row = read(key, value)
    if (matches(row)) found.push(row)
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

function stored(kind: RowKind, at: EpochMs, body: Uint8Array): Buffer {
  return kind === 'readings' ? withTime(at, body) : withKind(kind, at, body)
}

function timeOf(value: Buffer): EpochMs {
  return epochMs(value.readDoubleBE())
}
