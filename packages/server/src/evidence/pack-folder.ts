import { createHash } from 'node:crypto'
import { mkdir, open, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** A file of a pack as its manifest names it. */
export interface PackFile {
  /** Below the pack, with slashes. */
  readonly path: string
  readonly bytes: number
  /** Lower-case hexadecimal. */
  readonly sha256: string
}

const WRITTEN_AT_ONCE = 1 << 16

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
    const hash = createHash('sha256')
    let [waiting, waitingBytes, bytes]: [Buffer[], number, number] = [[], 0, 0]
    const flush = async () => {
      const chunk = Buffer.concat(waiting)
      waiting = []
      waitingBytes = 0
      hash.update(chunk)
      bytes += chunk.length
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
        this.files.push({ path, bytes, sha256: hash.digest('hex') })
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
