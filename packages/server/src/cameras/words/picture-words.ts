import type { Translate } from '@coldkeep/phrases/keys'
import type { PictureReason } from '../picture-reason'

/** Why a picture did not come, for whoever ordered it. */
export function presentReason(reason: PictureReason, translate: Translate): string {
  return translate(`cameraWords.reason.${reason}`)
}
