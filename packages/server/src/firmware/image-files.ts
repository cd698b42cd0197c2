import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, rename, rm, stat, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { freeBytesOf, keptFiles, syncFolder } from '../files/kept-files'

/** Why a part of an upload is not kept. */
export type PartProblem = 'offset' | 'too_large' | 'disk_full'

/** Files of images by their hash, and what has come of those that are being uploaded, below the data folder. */
export interface ImageFiles {
  readonly folder: string
  /** Bytes that are kept of an upload. */
  offsetOf(uploadId: string): Promise<number>
  /** Whether the disk takes so many bytes and leaves enough to the database. */
  hasRoom(bytes: number): Promise<boolean>
  /**
   * Appends to an upload what comes. What has come before a line breaks stays.
   * @param size of the whole file: more is not kept
   */
  append(part: Part, content: AsyncIterable<Uint8Array>): Promise<PartProblem | null>
  /** Gives a whole upload its name, where it hashes to it. @returns its other hashes; null: it is another file */
  finish(uploadId: string, sha256: string): Promise<OtherHashes | null>
  has(sha256: string): Promise<boolean>
  removeUpload(uploadId: string): Promise<void>
  remove(sha256: string): Promise<void>
  /** Removes what no row names, an hour after it was last written. @returns how many files were removed */
  tidy(
    named: { readonly uploads: readonly string[]; readonly images: readonly string[] },
    nowMs: number,
  ): Promise<number>
}

/** Lower-case hexadecimal, for programs that compare with these. */
export interface OtherHashes {
  readonly sha1: string
  readonly md5: string
}

interface Part {
  readonly uploadId: string
  readonly offset: number
  readonly size: number
}

const FOLDER = 'firmware'
/** What images leave to the database. */
const RESERVED_BYTES = 1024 ** 3
const UPLOAD_ID = /^[0-9a-f]{32}$/
const SHA256 = /^[0-9a-f]{64}$/

export function imageFiles(dataFolder: string, reservedBytes = RESERVED_BYTES): ImageFiles {
  const folder = join(dataFolder, FOLDER)
  const kept = keptFiles(folder, { mostBytes: 0, reservedBytes, sameName: 'replaced' })
  const draftOf = (uploadId: string) => {
    if (!UPLOAD_ID.test(uploadId)) throw new RangeError('no id of an upload')
    return join(folder, `${uploadId}.part`)
  }
  const nameOf = (sha256: string) => {
    if (!SHA256.test(sha256)) throw new RangeError('no hash of an image')
    return sha256
  }
  const offsetOf = async (uploadId: string) => (await stat(draftOf(uploadId)).catch(() => null))?.size ?? 0
  const hasRoom = async (bytes: number) => {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    return (await freeBytesOf(folder)) - bytes >= reservedBytes
  }
  const writing = new Map<string, Promise<unknown>>()

  /** One at a time for each upload: its end is where the next part begins. */
  async function alone<Value>(uploadId: string, work: () => Promise<Value>): Promise<Value> {
    while (writing.has(uploadId)) await writing.get(uploadId)?.catch(() => {})
    const running = work()
    writing.set(uploadId, running)
    try {
      return await running
    } finally {
      writing.delete(uploadId)
    }
  }

  async function write({ uploadId, offset, size }: Part, content: AsyncIterable<Uint8Array>) {
    if ((await offsetOf(uploadId)) !== offset) return 'offset'
    if (!(await hasRoom(size - offset))) return 'disk_full'
    const path = draftOf(uploadId)
    const file = await open(path, 'a', 0o600)
    let length = offset
    try {
      for await (const chunk of content) {
        length += chunk.length
        if (length > size) {
          await truncate(path, offset)
          return 'too_large'
        }
        await file.appendFile(chunk)
      }
      return null
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ENOSPC') return 'disk_full'
      throw error
    } finally {
      await file.sync().catch(() => {})
      await file.close()
    }
  }

  return {
    folder,
    offsetOf,
    hasRoom,
    append: (part, content) => alone(part.uploadId, () => write(part, content)),
    finish(uploadId, sha256) {
      const path = draftOf(uploadId)
      return alone(uploadId, async () => {
        const { sha256: measured, ...others } = await hashAll(createReadStream(path))
        if (measured !== sha256) return null
        await rename(path, join(folder, nameOf(sha256)))
        await syncFolder(folder)
        return others
      })
    },
    has: async (sha256) => (await kept.find(nameOf(sha256))) !== null,
    removeUpload: (uploadId) => rm(draftOf(uploadId), { force: true }),
    remove: (sha256) => kept.remove([nameOf(sha256)]),
    tidy: ({ uploads, images }, nowMs) => kept.tidy([...uploads.map((id) => `${id}.part`), ...images], nowMs),
  }
}

async function hashAll(
  content: AsyncIterable<Uint8Array>,
): Promise<OtherHashes & { readonly sha256: string }> {
  const hashes = { sha256: createHash('sha256'), sha1: createHash('sha1'), md5: createHash('md5') }
  for await (const chunk of content) for (const hash of Object.values(hashes)) hash.update(chunk)
  const { sha256, sha1, md5 } = hashes
  return { sha256: sha256.digest('hex'), sha1: sha1.digest('hex'), md5: md5.digest('hex') }
}
