import type { DownloadId } from '@coldkeep/domain/ids'
import * as z from 'zod/mini'
import { defineCall, nothing } from '../call'
import { rangedFile } from '../content'
import { wireId } from '../wire/id'
import { wireInstant } from '../wire/instant'

/** `expired`: it was made, and its file has been deleted. */
export const downloadStates = ['waiting', 'running', 'done', 'failed', 'cancelled', 'expired'] as const

/** An account has so many under way at most. */
export const MOST_DOWNLOADS_UNDER_WAY = 5
/** Files of an account that are kept at a time, together at most so large. */
export const MOST_DOWNLOADED_BYTES = 4 * 1024 ** 3
export const MOST_DOWNLOADS_KEPT = 100
/** From its end on a file is there for so many days. */
export const DOWNLOAD_KEPT_DAYS = 7

const access = ['2-1-1', '2-1-2', '2-1-3'] as const

export const wireDownload = z.object({
  id: wireId<DownloadId>(),
  kind: z.string(),
  title: z.string(),
  state: z.enum(downloadStates),
  /** 0 to 100. */
  percent: z.number(),
  fileName: z.nullable(z.string()),
  /** In bytes; `null` while there is no file. */
  size: z.nullable(z.number()),
  /** SHA-256 of the file in lower-case hexadecimal. */
  sha256: z.nullable(z.string()),
  /** Why there is no file, in the caller's language. */
  fault: z.nullable(z.object({ code: z.string(), message: z.string() })),
  /** Who ordered it. */
  account: z.string(),
  createdAt: wireInstant,
  endedAt: z.nullable(wireInstant),
  /** When the file goes. */
  expiresAt: z.nullable(wireInstant),
})
export type WireDownload = z.output<typeof wireDownload>

/** What the caller ordered, newest first. */
export const wireDownloads = z.array(wireDownload)

/**
 * How far downloads of the caller have come, for frequent polling: those under way and those that just ended.
 */
export const wireDownloadStatus = z.array(
  z.pick(wireDownload, { id: true, state: true, percent: true, size: true, expiresAt: true, title: true }),
)

const params = z.object({ id: wireId<DownloadId>() })
const path = '/api/v2/downloads/{id}'

export const downloadStatus = defineCall({
  method: 'GET',
  path: '/api/v2/download-status',
  access,
  summary: 'How far everything has come that the caller ordered, of all kinds.',
  answer: z.object({ jobs: wireDownloadStatus }),
})

export const linkDownload = defineCall({
  method: 'POST',
  path: `${path}/link`,
  access,
  summary:
    'An address from which the finished file can be fetched for ten minutes, by who asks and as long as they may.',
  params,
  answer: z.object({ url: z.string(), expiresAt: wireInstant }),
})

export const cancelDownload = defineCall({
  method: 'POST',
  path: `${path}/cancel`,
  access,
  summary: 'Stops what is waiting or being made.',
  params,
  answer: nothing,
})

export const repeatDownload = defineCall({
  method: 'POST',
  path: `${path}/again`,
  access,
  summary: 'Orders the same once more, as it is now.',
  params,
  answer: z.object({ id: wireId<DownloadId>() }),
})

export const removeDownload = defineCall({
  method: 'DELETE',
  path,
  access,
  summary: 'Removes a record and its file.',
  params,
  answer: nothing,
})

export const fetchDownload = defineCall({
  method: 'GET',
  path: `${path}/file`,
  access: 'link',
  summary:
    'The file, or a range of it. Whoever has the link of a caller whose sign-in or right has ended is refused.',
  params,
  query: z.object({ token: z.string().check(z.maxLength(2000)) }),
  answer: rangedFile(),
})
