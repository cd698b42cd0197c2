import type { FirmwareNews } from '@coldkeep/domain/firmware/firmware-news'
import type { PauseReason } from '../../db/firmware-tables'
import type { NewsText } from '../../outbox/news-kind'
import type { Words } from '../../wording/words'
import { presentPause } from './present-job'

export interface FirmwareNewsDetail {
  readonly about: Exclude<FirmwareNews, 'left_behind'>
  readonly type: string
  readonly version: string
  readonly reason: PauseReason | null
}

/** The words of news of a job that brings an image. */
export function firmwareNewsText(
  { about, type, version, reason }: FirmwareNewsDetail,
  words: Words,
): NewsText {
  return {
    title: words.translate(`firmwareJobs.news.${about}`, { version }),
    lines: [...(reason === null ? [] : [presentPause(reason, words)]), type],
  }
}

interface LeftBehind {
  readonly terminals: number
  readonly newest: readonly { readonly type: string; readonly version: string }[]
  /** The first few. */
  readonly stores: readonly string[]
  /** Stores beside these. */
  readonly more: number
}

/** The words of news of terminals that were left behind. */
export function leftBehindText(
  { terminals, newest, stores, more }: LeftBehind,
  { translate }: Words,
): NewsText {
  const named = stores.join(', ')
  return {
    title: translate('firmwareJobs.news.left_behind', { count: terminals }),
    lines: [
      ...newest.map(({ type, version }) => translate('firmwareJobs.newest', { type, version })),
      more === 0 ? named : translate('firmwareJobs.moreStores', { stores: named, count: more }),
    ],
  }
}
