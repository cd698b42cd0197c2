import { DOWNLOAD_KEPT_DAYS } from '@coldkeep/contract/areas/downloads'
import { Problem } from '@coldkeep/contract/problem'
import { type Clock, days, later, minutes, seconds } from '@coldkeep/domain/time/instant'
import { createTranslator } from '@coldkeep/phrases/phrases'
import type { Logger } from 'pino'
import * as z from 'zod/mini'
import type { Db } from '../db/connect'
import { isTransient } from '../db/transient'
import type { DownloadFiles } from './download-files'
import { type DownloadKind, type DownloadKinds, NotYet } from './download-kind'
import { selectOwner } from './download-owner'
import {
  type ClaimedDownload,
  failDownload,
  finishDownload,
  releaseDownload,
  renewDownload,
} from './download-queries'
import { fileName } from './file-name'

export interface DownloadParts {
  readonly db: Db
  readonly clock: Clock
  readonly log: Logger
  readonly kinds: DownloadKinds
  readonly files: DownloadFiles
}

/** A process that has not reported for this long is considered dead. */
export const LEASE_MS = minutes(1)
const RENEWED_EVERY_MS = seconds(2)
/** An order on which this many processes ended, or that had this many passing failures, is not started again. */
const MOST_TRIES = 4
const TRIED_AGAIN_AFTER_MS = seconds(15)

/** Why the making of a file is broken off. */
export type BreakingOff = 'not_ours' | 'closing'

/** Makes one file and records the outcome. @param abort of this file; the caller breaks off with it */
export async function makeDownload(
  parts: DownloadParts,
  claimed: ClaimedDownload,
  abort: AbortController,
): Promise<void> {
  const { db, clock, log, files } = parts
  const startedMs = performance.now()
  const progress = { done: 0, total: 0 }
  const stopRenewing = keepRenewing(parts, claimed, progress, abort)
  try {
    if (claimed.tries > MOST_TRIES) throw new Problem('download.gave_up')
    const made = await begin(parts, claimed, abort.signal, progress)
    const written = await files.write(claimed, made.content, abort.signal)
    const now = clock.now()
    const named = { fileName: fileName(made.name), mediaType: made.mediaType }
    const expiresAt = later(now, days(DOWNLOAD_KEPT_DAYS))
    const isOurs = await finishDownload(db, claimed, { ...written, ...named }, { now, expiresAt })
    if (!isOurs) await files.remove([claimed])
    const ms = Math.round(performance.now() - startedMs)
    log.info(
      { download: claimed.downloadId, kind: claimed.kind, bytes: written.size, ms, isOurs },
      'file made',
    )
  } catch (error) {
    await recordEnd(parts, claimed, error, abort.signal)
  } finally {
    await stopRenewing()
  }
}

async function begin(
  { db, clock, log, kinds }: DownloadParts,
  claimed: ClaimedDownload,
  signal: AbortSignal,
  progress: { done: number; total: number },
) {
  const kind: DownloadKind<unknown> | undefined = kinds[claimed.kind]
  if (kind === undefined) throw new Problem('download.gave_up')
  const user = await selectOwner(db, claimed, clock.now())
  if (!user?.pageKeys.has(kind.page)) throw new Problem('download.no_longer_allowed')
  const input = z.parse(kind.input, claimed.input)
  await kind.check(db, user, input)
  const { language } = claimed
  return kind.make({
    ...{ db, clock, log, input, user, language, signal, translate: createTranslator(language) },
    report: (done, total) => Object.assign(progress, { done: Math.round(done), total: Math.round(total) }),
  })
}

async function recordEnd(
  { db, clock, log }: DownloadParts,
  claimed: ClaimedDownload,
  error: unknown,
  { aborted, reason }: AbortSignal,
): Promise<void> {
  const now = clock.now()
  const { downloadId: download, kind } = claimed
  if (aborted) {
    log.info({ download, kind, reason }, 'file broken off')
    if (reason === 'closing') await releaseDownload(db, claimed, { dueAt: now, isCounted: false })
    return
  }
  if (error instanceof NotYet) {
    return releaseDownload(db, claimed, { dueAt: later(now, error.waitMs), isCounted: false })
  }
  if (error instanceof Problem) {
    log.warn({ download, kind, code: error.code }, 'file not made')
    return failDownload(db, claimed, error, now)
  }
  log.error({ err: error, download, kind }, 'file not made')
  if (isTransient(error) && claimed.tries < MOST_TRIES) {
    return releaseDownload(db, claimed, { dueAt: later(now, TRIED_AGAIN_AFTER_MS), isCounted: true })
  }
  return failDownload(db, claimed, new Problem('download.gave_up'), now)
}

/** @returns stops it and waits for a renewal that is under way */
function keepRenewing(
  { db, clock, log }: DownloadParts,
  claimed: ClaimedDownload,
  progress: { readonly done: number; readonly total: number },
  abort: AbortController,
): () => Promise<void> {
  let renewal: Promise<void> | null = null
  let heldUntil = later(clock.now(), LEASE_MS)
  const renew = async () => {
    const until = later(clock.now(), LEASE_MS)
    try {
      if (await renewDownload(db, claimed, { ...progress }, until)) heldUntil = until
      else abort.abort('not_ours' satisfies BreakingOff)
    } catch (error) {
      log.warn({ err: error, download: claimed.downloadId }, 'lease of a file not renewed')
      // another process may have it by now
      if (clock.now() > heldUntil) abort.abort('not_ours' satisfies BreakingOff)
    }
  }
  const timer = setInterval(() => {
    renewal ??= renew().finally(() => {
      renewal = null
    })
  }, RENEWED_EVERY_MS)
  return async () => {
    clearInterval(timer)
    await renewal
  }
}
