import { mkdir, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import type { Logger } from 'pino'
import type { Timekeeper } from '../time/timekeeper'
import { DiskStore } from './disk-store'
import { eventMessage } from './event-message'
import { type Gap, gapMessage, gapOf, joinedGap } from './gap'
import { makeRoom } from './make-room'
import { MemoryStore } from './memory-store'
import type { Encode, OutboxRow, RowKind, SequenceRange } from './outbox-row'
import { openSound } from './sound-file'

const FILE_NAME = 'outbox.mdb'
const LIMIT_BYTES = 1024 ** 3
/** Deleting needs free pages too: the outbox itself never takes the last bytes of the disk. */
const KEEP_FREE_BYTES = 16 * 1024 * 1024
const TRY_DISK_AGAIN_MS = 30_000
/** So many messages lost from memory are reported in one event. */
const LOSSES_PER_EVENT = 100
const LONGEST_REASON = 200

export interface OutboxParts {
  readonly folder: string
  readonly time: Timekeeper
  readonly log: Logger
  /** Age can be judged only by a trusted clock. */
  isClockTrusted(): boolean
  /** Called for events that the outbox itself has put in. */
  onEvent?(row: OutboxRow): void
  readonly limitBytes?: number
  readonly keepFreeBytes?: number
}

/** What is known of the messages that wait. */
export interface Waiting {
  readonly count: number
  readonly oldestAt: EpochMs | null
}

/**
 * Messages from their creation until the server has stored them: on the disk, or in memory while the disk
 * takes nothing (E_DISK). Bounded by size and age; what is given up is reported in events and logged.
 */
export class Outbox {
  readonly #parts: OutboxParts
  readonly #memory = new MemoryStore()
  #disk: DiskStore | null = null
  #hasTrouble = false
  #tryDiskFromMs = 0
  /** Places of what is confirmed but perhaps not yet deleted: a deletion may wait for the disk, the row must not be sent again. */
  readonly #leaving = new Set<number>()
  #trimming: Promise<void> | null = null
  #confirming: Promise<unknown> = Promise.resolve()
  #takingIn: Promise<void> | null = null
  #lostFromMemory: Gap | null = null

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
      count: (this.#disk?.countWithout(this.#leaving) ?? 0) + this.#memory.count,
      oldestAt: times.sort((a, b) => a - b)[0] ?? null,
    }
  }

  /** The latest time of what lies on the disk: so late it was when the box last ran. */
  get newestAt(): EpochMs | null {
    return this.#disk?.newestAt ?? null
  }

  /** Resolves once the message is safe: on the disk, or in memory when the disk refuses it. */
  async append(kind: RowKind, at: EpochMs, encode: Encode): Promise<OutboxRow> {
    const disk = await this.#usableDisk()
    if (disk === null) return this.#remember(kind, at, encode)
    try {
      await this.#refuseLastBytes()
      // what is held in memory is older
      if (this.#memory.count > 0) await this.#takenIn(disk)
      const row = await disk.append(kind, at, encode)
      await this.#diskWorks(disk).catch((error: unknown) => this.#diskFailed(error))
      this.#trimming ??= this.#trim(disk).finally(() => {
        this.#trimming = null
      })
      return row
    } catch (error) {
      this.#diskFailed(error)
      return this.#remember(kind, at, encode)
    }
  }

  /** The oldest matching messages with readings, oldest first. */
  oldest(count: number, matches: (row: OutboxRow) => boolean): OutboxRow[] {
    const stored = this.#disk?.oldest(count, (row) => this.#isStaying(row) && matches(row)) ?? []
    const matchesReadings = (row: OutboxRow) => row.kind === 'readings' && matches(row)
    return [...stored, ...this.#memory.oldest(count - stored.length, matchesReadings)]
  }

  /** The oldest matching events and results, oldest first. */
  oldestReports(count: number, matches: (row: OutboxRow) => boolean): OutboxRow[] {
    const stored = this.#disk?.oldestReports(count, (row) => this.#isStaying(row) && matches(row)) ?? []
    const matchesReport = (row: OutboxRow) => row.kind !== 'readings' && matches(row)
    return [...stored, ...this.#memory.oldest(count - stored.length, matchesReport)]
  }

  /** Forgets what the server has confirmed. Never rejects: what cannot be deleted now is deleted with the next. */
  async confirm(epoch: string, ranges: readonly SequenceRange[]): Promise<void> {
    if (epoch === this.#memory.epoch) this.#memory.confirm(ranges)
    if (this.#disk !== null) await this.#leave(this.#disk, this.#disk.present(epoch, ranges))
  }

  /** Ends when the outbox is within its limits again. */
  async settled(): Promise<void> {
    await this.#trimming
  }

  async close(): Promise<void> {
    await this.#trimming
    await this.#confirming
    await this.#disk?.close()
  }

  #isStaying(row: OutboxRow): boolean {
    return this.#leaving.size === 0 || !this.#leaving.has(this.#disk?.placeOf(row) ?? 0)
  }

  /** Deletes from the disk, together with what could not be deleted before. */
  async #leave(disk: DiskStore, places: readonly number[]): Promise<void> {
    for (const place of places) this.#leaving.add(place)
    const all = [...this.#leaving]
    try {
      const removed = disk.remove(all)
      this.#confirming = removed.catch(() => {})
      await removed
      for (const place of all) this.#leaving.delete(place)
    } catch (error) {
      this.#diskFailed(error)
    }
  }

  /** Moves what is held in memory to the disk, so that it survives a power cut. */
  #takenIn(disk: DiskStore): Promise<void> {
    this.#takingIn ??= this.#takeIn(disk).finally(() => {
      this.#takingIn = null
    })
    return this.#takingIn
  }

  async #takeIn(disk: DiskStore): Promise<void> {
    const rows = this.#memory.all()
    await disk.takeIn(rows)
    const confirmed = rows.filter((row) => !this.#memory.has(row))
    this.#memory.forget(rows)
    if (confirmed.length > 0)
      await this.#leave(
        disk,
        confirmed.map((row) => disk.placeOf(row)),
      )
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
      this.#diskFailed(error)
    }
  }

  async #refuseLastBytes(): Promise<void> {
    const { bavail, bsize } = await statfs(this.#parts.folder)
    if (bavail * bsize < (this.#parts.keepFreeBytes ?? KEEP_FREE_BYTES))
      throw new Error('the disk is almost full')
  }

  #remember(kind: RowKind, at: EpochMs, encode: Encode): OutboxRow {
    const { row, dropped } = this.#memory.append(kind, at, encode)
    if (dropped.length > 0) {
      this.#lostFromMemory = joinedGap(this.#lostFromMemory, gapOf('dropped', dropped))
      if (this.#lostFromMemory.count >= LOSSES_PER_EVENT) void this.#reportLosses()
    }
    return row
  }

  async #reportLosses(): Promise<void> {
    const gap = this.#lostFromMemory
    if (gap === null) return
    this.#lostFromMemory = null
    this.#logGap(gap)
    const now = this.#parts.time.now()
    const event = await this.append('event', now, gapMessage(now, gap))
    this.#parts.onEvent?.(event)
  }

  async #trim(disk: DiskStore): Promise<void> {
    const { limitBytes = LIMIT_BYTES, time, isClockTrusted } = this.#parts
    try {
      await makeRoom(disk, {
        limitBytes,
        now: time.now(),
        isClockTrusted: isClockTrusted(),
        recordGap: (gap, event) => {
          this.#logGap(gap)
          this.#parts.onEvent?.(event)
        },
      })
    } catch (error) {
      this.#diskFailed(error)
    }
  }

  #logGap({ how, count, from, to }: Gap): void {
    this.#parts.log.error(
      { how, count, from: new Date(from).toISOString(), to: new Date(to).toISOString() },
      'no room for all messages, some were given up',
    )
  }

  #diskFailed(error: unknown): void {
    const { time, log, onEvent } = this.#parts
    this.#tryDiskFromMs = time.elapsedMs() + TRY_DISK_AGAIN_MS
    if (this.#hasTrouble) return
    this.#hasTrouble = true
    log.error({ code: 'E_DISK', err: error }, 'the disk takes nothing, messages wait in memory')
    const now = time.now()
    const why = error instanceof Error ? error.message.slice(0, LONGEST_REASON) : 'unknown'
    const event = this.#remember(
      'event',
      now,
      eventMessage('disk', now, { state: 'begun', code: 'E_DISK', why }),
    )
    onEvent?.(event)
  }

  async #diskWorks(disk: DiskStore): Promise<void> {
    if (!this.#hasTrouble) return
    const { time, log, onEvent } = this.#parts
    const now = time.now()
    const event = await disk.append(
      'event',
      now,
      eventMessage('disk', now, { state: 'over', code: 'E_DISK' }),
    )
    this.#hasTrouble = false
    log.info('the disk works again')
    onEvent?.(event)
    await this.#reportLosses()
  }
}
