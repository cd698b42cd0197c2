import { createReadStream } from 'node:fs'
import { mkdir, open, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Measure, type Measured, measureAll } from '../files/measure'

/** A file of a pack as its manifest names it. */
export interface PackFile {
  /** Below the pack, with slashes. */
  readonly path: string
  readonly bytes: number
  /** Lower-case hexadecimal. */
  readonly sha256: string
}

const WRITTEN_AT_ONCE = 1 << 16

export function packFile(path: string, { size, sha256 }: Measured): PackFile {
  return { path, bytes: size, sha256: Buffer.from(sha256).toString('hex') }
}

/** The files of a pack while it is made, on the disk, so that no size of theirs is a size in memory. */
export class PackFolder {
  readonly folder: string
  readonly files: PackFile[] = []

  constructor(folder: string) {
    this.folder = folder
  }

  pathOf(path: string): string {
    return join(this.folder, path)
  }

  /** Begins a file; it counts once it is closed. */
  async begin(path: string): Promise<PackFileWriter> {
    await mkdir(dirname(this.pathOf(path)), { recursive: true, mode: 0o700 })
    const handle = await open(this.pathOf(path), 'wx', 0o600)
    const measure = new Measure()
    let [waiting, waitingBytes]: [Buffer[], number] = [[], 0]
    const flush = async () => {
      const chunk = Buffer.concat(waiting)
      waiting = []
      waitingBytes = 0
      measure.add(chunk)
      await handle.appendFile(chunk)
    }
    return {
      write: async (content) => {
        const chunk = typeof content === 'string' ? Buffer.from(content) : content
        waiting.push(chunk)
        waitingBytes += chunk.length
        if (waitingBytes >= WRITTEN_AT_ONCE) await flush()
      },
      close: async () => {
        await flush()
        await handle.close()
        this.files.push(packFile(path, measure.end()))
      },
      drop: () => handle.close(),
    }
  }

  /** Writes a file whole. */
  async put(path: string, content: string | Buffer): Promise<void> {
    const file = await this.begin(path)
    try {
      await file.write(content)
      await file.close()
    } catch (error) {
      await file.drop().catch(() => {})
      throw error
    }
  }

  /** Counts a file that was written elsewhere. */
  async addWritten(path: string): Promise<void> {
    this.files.push(packFile(path, await measureAll(createReadStream(this.pathOf(path)))))
  }

  remove(): Promise<void> {
    return rm(this.folder, { recursive: true, force: true })
  }
}

export interface PackFileWriter {
  write(content: string | Buffer): Promise<void>
  /** The file is whole: it goes into the manifest. */
  close(): Promise<void>
  /** Lets go of a file that will not be whole. */
  drop(): Promise<void>
}
