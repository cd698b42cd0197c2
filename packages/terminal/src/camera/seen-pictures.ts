import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type EpochMs, epochMs } from '@coldkeep/domain/time/instant'
import type { Logger } from 'pino'
import * as z from 'zod/mini'
import { writeWhole } from '../update/whole-file'

const FILE = 'cameras.json'
const seenFile = z.record(
  z.string(),
  z.object({ sha256: z.string(), since: z.pipe(z.int(), z.transform(epochMs)) }),
)
type Seen = z.output<typeof seenFile>

/** The last picture of each camera, by its hash, and when it came first; kept in a file. */
export class SeenPictures {
  readonly #path: string
  readonly #log: Logger
  #seen: Seen

  constructor(dataFolder: string, log: Logger) {
    this.#path = join(dataFolder, FILE)
    this.#log = log
    this.#seen = readSeen(this.#path)
  }

  /** @returns when the camera gave these very bytes first; `null`: they are others than the last time */
  look(cameraId: string, bytes: Uint8Array, at: EpochMs): EpochMs | null {
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    const before = this.#seen[cameraId]
    if (before?.sha256 === sha256) return before.since
    this.#seen = { ...this.#seen, [cameraId]: { sha256, since: at } }
    try {
      writeWhole(this.#path, JSON.stringify(this.#seen))
    } catch (error) {
      this.#log.warn({ code: 'E_DISK', err: error }, 'the last picture of a camera cannot be kept in mind')
    }
    return null
  }
}

/** One that is not there or damaged holds none. */
function readSeen(path: string): Seen {
  try {
    return z.parse(seenFile, JSON.parse(readFileSync(path, 'utf8')))
  } catch {
    return {}
  }
}
