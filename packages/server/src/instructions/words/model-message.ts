import type { Words } from '../../wording/words'
import type { ModelMessage } from '../model-message-queries'

/** The words of a message about a device model. */
export function modelMessageText(
  { about, brand, model, person, note }: Pick<ModelMessage, 'about' | 'brand' | 'model' | 'person' | 'note'>,
  { translate }: Words,
): { readonly title: string; readonly body: string } {
  const body = [
    translate(`instructions.told.body.${about}`, { name: person }),
    ...(note === '' ? [] : [translate('instructions.told.note', { note })]),
  ]
  return {
    title: translate(`instructions.told.title.${about}`, { model: `${brand} ${model}` }),
    body: body.join('\n'),
  }
}
