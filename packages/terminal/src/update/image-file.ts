import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'

/** What is synced before it counts; lost at most by a power cut. */
export const PIECE_BYTES = 1024 * 1024

/**
 * A file that grows while it is fetched. It is written and synced piece by piece, so that of what a power cut leaves only
 * the last piece is unsure.
 */
export class ImageFile {
  readonly #file: FileHandle
  #length: number
  #waiting: Uint8Array[] = []
  #waitingBytes = 0

  private constructor(file: FileHandle, length: number) {
    this.#file = file
    this.#length = length
  }

  /** Goes on with what an earlier run has left. */
  static async open(path: string): Promise<ImageFile> {
    const file = await open(path, 'a+', 0o600)
    const { size } = await file.stat()
    const image = new ImageFile(file, 0)
    await image.cutTo(size === 0 ? 0 : Math.floor((size - 1) / PIECE_BYTES) * PIECE_BYTES)
    return image
  }

  /** Bytes that are on the disk. */
  get length(): number {
    return this.#length
  }

  /** Bytes that were taken, on the disk or not. */
  get taken(): number {
    return this.#length + this.#waitingBytes
  }

  async cutTo(length: number): Promise<void> {
    this.#waiting = []
    this.#waitingBytes = 0
    await this.#file.truncate(length)
    this.#length = length
  }

  async append(bytes: Uint8Array): Promise<void> {
    let rest = bytes
    while (rest.length > 0) {
      const room = PIECE_BYTES - (this.taken % PIECE_BYTES)
      const part = rest.subarray(0, room)
      this.#waiting.push(part)
      this.#waitingBytes += part.length
      rest = rest.subarray(part.length)
      if (part.length === room) await this.flush()
    }
  }

  async flush(): Promise<void> {
    if (this.#waitingBytes === 0) return
    const bytes = Buffer.concat(this.#waiting)
    this.#waiting = []
    this.#waitingBytes = 0
    await this.#file.appendFile(bytes)
    await this.#file.sync()
    this.#length += bytes.length
  }

  async close(): Promise<void> {
    await this.#file.close()
  }
}

export async function sha256Of(path: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer)
  return hash.digest('hex')
}
