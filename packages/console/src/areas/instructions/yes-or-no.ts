import type { Translate } from '@coldkeep/phrases/keys'

/** A "no" is shown, too: an empty cell would mean that it is unknown. */
export function yesOrNo(isSo: boolean, t: Translate): string {
  return t(isSo ? 'kit.present.yes' : 'kit.present.no')
}
