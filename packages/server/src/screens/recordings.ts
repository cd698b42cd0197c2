import { join } from 'node:path'
import { DRAFT_KEPT_MS, type FoundFile, keptFiles } from '../files/kept-files'

/** Pieces of recordings, each a file below the data folder. */
export interface Recordings {
  /** @throws FileRefused where the disk is full */
  keep(sessionId: string, number: number, bytes: Uint8Array): Promise<void>
  /** `null` where it is not there. */
  find(sessionId: string, number: number): Promise<FoundFile | null>
  /** The same as a whole. */
  read(sessionId: string, number: number): Promise<Buffer | null>
  /** Removes what processes that have ended were writing. */
  tidyDrafts(nowMs: number): Promise<void>
  remove(pieces: readonly { readonly sessionId: string; readonly number: number }[]): Promise<void>
}

const FOLDER = 'screens'
const ENDING = '.fbs.gz'
/** Half a minute of a screen of 4K that changes as a whole, packed. */
const MOST_BYTES = 256 * 1024 ** 2
/** What recordings leave to the database. */
const RESERVED_BYTES = 1024 ** 3

export function screenRecordings(dataFolder: string, reservedBytes = RESERVED_BYTES): Recordings {
  const files = keptFiles(join(dataFolder, FOLDER), {
    mostBytes: MOST_BYTES,
    reservedBytes,
    sameName: 'refused',
  })
  return {
    async keep(sessionId, number, bytes) {
      await files.write(nameOf(sessionId, number), contentOf(bytes))
    },
    find: (sessionId, number) => files.find(nameOf(sessionId, number)),
    async read(sessionId, number) {
      const file = await files.find(nameOf(sessionId, number))
      if (file === null) return null
      const chunks: Buffer[] = []
      for await (const chunk of file.open()) chunks.push(chunk as Buffer)
      return Buffer.concat(chunks)
    },
    async tidyDrafts(nowMs) {
      await files.removeUnless(
        ({ name, changedAtMs }) => name.endsWith(ENDING) || nowMs - changedAtMs < DRAFT_KEPT_MS,
      )
    },
    remove: (pieces) => files.remove(pieces.map(({ sessionId, number }) => nameOf(sessionId, number))),
  }
}

const nameOf = (sessionId: string, number: number) => `${sessionId}.${number}${ENDING}`

async function* contentOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}
