import type { ModelNews } from '@coldkeep/domain/writes/model-news'
import type { NewsText } from '../../outbox/news-kind'
import type { Words } from '../../wording/words'

interface ModelNewsDetail {
  readonly about: ModelNews
  readonly brand: string
  readonly model: string
  /** The account that requested, decided or published. */
  readonly person: string
  readonly note: string
}

/** The words of news of a device model. */
export function modelNewsText(
  { about, brand, model, person, note }: ModelNewsDetail,
  { translate }: Words,
): NewsText {
  return {
    title: translate(`instructions.told.title.${about}`, { model: `${brand} ${model}` }),
    lines: [
      translate(`instructions.told.body.${about}`, { name: person }),
      ...(note === '' ? [] : [translate('instructions.told.note', { note })]),
    ],
  }
}
