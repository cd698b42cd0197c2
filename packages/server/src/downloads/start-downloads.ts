import { randomUUID } from 'node:crypto'
import { days, later, minutes, seconds } from '@coldkeep/domain/time/instant'
import { repeating } from '../tasks/repeating'
import { startRounds } from '../tasks/rounds'
import {
  claimDownload,
  deleteOldDownloads,
  expireDownloads,
  releaseDownloads,
  selectFinished,
} from './download-queries'
import { type BreakingOff, type DownloadParts, LEASE_MS, makeDownload } from './make-download'

const LOOK_EVERY_MS = seconds(2)
const TIDY_EVERY_MS = minutes(1)
const RECORD_KEPT_MS = days(90)
const STOPPING = 'closing' satisfies BreakingOff

export interface RunningDownloads {
  /** Looks at once whether something waits. */
  wake(): void
  /** Works off what waits, and settles when nothing is left. */
  round(): Promise<void>
  /** Removes what has expired and files without an order. */
  tidy(): Promise<void>
  /** Breaks off what is being made; the next process begins it again. */
  close(): Promise<void>
}

/**
 * Makes the files that are ordered, one after the other, until it is closed. Several processes share them.
 * @param isAlone no other process has this database: what the last one left is begun again at once
 */
export async function startDownloads(
  parts: DownloadParts,
  { isAlone }: { readonly isAlone: boolean },
): Promise<RunningDownloads> {
  const { db, clock, log, files } = parts
  const kinds = Object.keys(parts.kinds)
  const worker = randomUUID()
  let isClosing = false
  let current: AbortController | null = null
  if (isAlone) await releaseDownloads(db)

  const work = async () => {
    while (!isClosing) {
      const claimed = await claimDownload(db, { kinds, worker, leaseMs: LEASE_MS }, clock.now())
      if (claimed === null) return
      current = new AbortController()
      if (isClosing) current.abort(STOPPING)
      await makeDownload(parts, claimed, current)
      current = null
    }
  }
  const tidy = async () => {
    const now = clock.now()
    await files.remove(await expireDownloads(db, now))
    await files.tidy(await selectFinished(db), now)
    await deleteOldDownloads(db, later(now, -RECORD_KEPT_MS))
  }
  const rounds = startRounds(LOOK_EVERY_MS, work, (error) => log.error({ err: error }, 'files not made'))
  const tidying = repeating(TIDY_EVERY_MS, tidy, log)
  return {
    wake: () => rounds.wake(),
    round: () => rounds.round(),
    tidy,
    async close() {
      isClosing = true
      current?.abort(STOPPING)
      await Promise.all([rounds.close(), tidying.stop()])
    },
  }
}
