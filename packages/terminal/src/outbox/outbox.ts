import { mkdir, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { days, type EpochMs, later } from '@coldkeep/domain/time/instant'
import type { Logger } from 'pino'
import type { Timekeeper } from '../time/timekeeper'
import { DiskStore, type DroppedRows } from './disk-store'
import { MemoryStore } from './memory-store'
import type { Encode, OutboxRow, RowKind, SequenceRange } from './outbox-row'
import { openSound } from './sound-file'

const FILE_NAME = 'outbox.mdb'
const LIMIT_BYTES = 1024 ** 3
const LIMIT_AGE_MS = days(90)
/** Deleting needs free pages too: the outbox itself never takes the last bytes of the disk. */
const KEEP_FREE_BYTES = 16 * 1024 * 1024
const TRY_DISK_AGAIN_MS = 30_000

export interface OutboxParts {
  readonly folder: string
  readonly time: Timekeeper
  readonly log: Logger
  /** Old rows are dropped only by a clock that can be trusted. */
  isClockTrusted(): boolean
  readonly limitBytes?: number
  readonly keepFreeBytes?: number
}

/** What is known of the messages that wait. */
export interface Waiting {
  readonly count: number
  readonly oldestAt: EpochMs | null
}

/**
 * Messages from being made until the server has stored them: on the disk, or in memory while the disk takes nothing
 * (E_DISK). Bounded by size and age; what is dropped is logged.
 */
export class Outbox {
  readonly #parts: OutboxParts
  readonly #memory = new MemoryStore()
  #disk: DiskStore | null = null
  #hasTrouble = false
  #tryDiskFromMs = 0
  /** Confirmed but perhaps not yet deleted: a deletion may wait for the disk, the row must not be sent again. */
  readonly #leaving = new Set<number>()
  #trimming: Promise<void> | null = null
  #confirming: Promise<unknown> = Promise.resolve()

  private constructor(parts: OutboxParts) {
    this.#parts = parts
  }

  static async open(parts: OutboxParts): Promise<Outbox> {
    const outbox = new Outbox(parts)
    await outbox.#openDisk()
    return outbox
  }

  get hasDiskTrouble(): boolean {
    return this.#hasTrouble
  }

  get waiting(): Waiting {
    const times = [this.#disk?.oldestAt ?? null, this.#memory.oldestAt].filter((at) => at !== null)
    return {
      count: (this.#disk?.count ?? 0) - this.#leaving.size + this.#memory.count,
      oldestAt: times.sort((a, b) => a - b)[0] ?? null,
    }
  }

  /** Resolves once the message is safe: on the disk, or in memory when the disk refuses it. */
  async append(kind: RowKind, at: EpochMs, encode: Encode): Promise<OutboxRow> {
    const disk = await this.#usableDisk()
    if (disk === null) return this.#remember(kind, at, encode)
    try {
      await this.#refuseLastBytes()
      const row = await disk.append(kind, at, encode)
      this.#noteDiskWorks()
      this.#trimming ??= this.#trim(disk).finally(() => {
        this.#trimming = null
      })
      return row
    } catch (error) {
      this.#noteTrouble(error)
      return this.#remember(kind, at, encode)
    }
  }

  /** The oldest messages with readings that are wanted, oldest first. */
  oldest(count: number, isWanted: (row: OutboxRow) => boolean): OutboxRow[] {
    const stored = this.#disk?.oldest(count, (row) => !this.#leaving.has(row.sequence) && isWanted(row)) ?? []
    const isWantedReadings = (row: OutboxRow) => row.kind === 'readings' && isWanted(row)
    return [...stored, ...this.#memory.oldest(count - stored.length, isWantedReadings)]
  }

  /** The oldest events and results that are wanted, oldest first. */
  oldestReports(count: number, isWanted: (row: OutboxRow) => boolean): OutboxRow[] {
    const isStaying = (row: OutboxRow) => !this.#leaving.has(row.sequence) && isWanted(row)
    const stored = this.#disk?.oldestReports(count, isStaying) ?? []
    const isWantedReport = (row: OutboxRow) => row.kind !== 'readings' && isWanted(row)
    return [...stored, ...this.#memory.oldest(count - stored.length, isWantedReport)]
  }

  /** Forgets what the server has confirmed. Never rejects: what cannot be deleted now is deleted with the next. */
  async confirm(epoch: string, ranges: readonly SequenceRange[]): Promise<void> {
    if (epoch === this.#memory.epoch) this.#memory.confirm(ranges)
    if (this.#disk === null || epoch !== this.#disk.epoch) return
    for (const sequence of this.#disk.present(ranges)) this.#leaving.add(sequence)
    const sequences = [...this.#leaving]
    try {
      const removed = this.#disk.remove(sequences)
      this.#confirming = removed.catch(() => {})
      await removed
      for (const sequence of sequences) this.#leaving.delete(sequence)
    } catch (error) {
      this.#noteTrouble(error)
    }
  }

  async close(): Promise<void> {
    await this.#trimming
    await this.#confirming
    await this.#disk?.close()
  }

  async #usableDisk(): Promise<DiskStore | null> {
    if (this.#hasTrouble && this.#parts.time.elapsedMs() < this.#tryDiskFromMs) return null
    if (this.#disk === null) await this.#openDisk()
    return this.#disk
  }

  async #openDisk(): Promise<void> {
    const { folder, time, log } = this.#parts
    try {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      this.#disk = await openSound(join(folder, FILE_NAME), DiskStore.open, time, log)
      log.info({ epoch: this.#disk.epoch, waiting: this.#disk.count }, 'outbox open')
    } catch (error) {
      this.#noteTrouble(error)
    }
  }

  async #refuseLastBytes(): Promise<void> {
    const { bavail, bsize } = await statfs(this.#parts.folder)
    if (bavail * bsize < (this.#parts.keepFreeBytes ?? KEEP_FREE_BYTES))
      throw new Error('the disk is almost full')
  }

  #remember(kind: RowKind, at: EpochMs, encode: Encode): OutboxRow {
    const { row, dropped } = this.#memory.append(kind, at, encode)
    if (dropped.length > 0)
      this.#parts.log.error(
        { code: 'E_DISK', dropped: dropped.length },
        'memory is full, oldest messages dropped',
      )
    return row
  }

  async #trim(disk: DiskStore): Promise<void> {
    const { limitBytes = LIMIT_BYTES, time, isClockTrusted } = this.#parts
    try {
      this.#noteDropped(await disk.dropAbove(limitBytes), 'size')
      if (isClockTrusted()) this.#noteDropped(await disk.dropBefore(later(time.now(), -LIMIT_AGE_MS)), 'age')
    } catch (error) {
      this.#noteTrouble(error)
    }
  }

  #noteDropped(dropped: DroppedRows | null, limit: 'size' | 'age'): void {
    if (dropped === null) return
    const { count, from, to } = dropped
    this.#parts.log.error(
      { limit, count, from: new Date(from).toISOString(), to: new Date(to).toISOString() },
      'outbox is full, oldest messages dropped',
    )
  }

  #noteTrouble(error: unknown): void {
    this.#tryDiskFromMs = this.#parts.time.elapsedMs() + TRY_DISK_AGAIN_MS
    if (this.#hasTrouble) return
    this.#hasTrouble = true
    this.#parts.log.error({ code: 'E_DISK', err: error }, 'the disk takes nothing, messages wait in memory')
  }

  #noteDiskWorks(): void {
    if (!this.#hasTrouble) return
    this.#hasTrouble = false
    this.#parts.log.info('the disk works again')
  }
}
