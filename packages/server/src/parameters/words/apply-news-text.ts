import type { PauseReason } from '@coldkeep/domain/parameters/apply'
import type { ApplyNews } from '@coldkeep/domain/parameters/parameter-news'
import type { NewsText } from '../../outbox/news-kind'
import type { Words } from '../../wording/words'

interface ApplyNewsDetail {
  readonly about: ApplyNews
  /** The name of the profile. */
  readonly profile: string
  readonly person: string
  readonly because?: PauseReason | undefined
}

/** The words of news of a profile that is put into devices. */
export function applyNewsText(
  { about, profile, person, because }: ApplyNewsDetail,
  { translate }: Words,
): NewsText {
  return {
    title: translate(`applies.news.title.${about}`, { profile }),
    lines: [
      ...(person === '' ? [] : [translate('applies.news.by', { name: person })]),
      ...(because === undefined ? [] : [translate(`applies.because.${because}`)]),
    ],
  }
}
