import type { FirmwareNews } from '@coldkeep/domain/firmware/firmware-news'
import type { PauseReason } from '../../db/firmware-tables'
import type { NewsText } from '../../outbox/news-kind'
import type { Words } from '../../wording/words'
import { presentPause } from './present-job'

interface FirmwareNewsDetail {
  readonly about: FirmwareNews
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
