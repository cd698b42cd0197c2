import type { Translate } from '@coldkeep/phrases/keys'

/** What does not hold is said, too: an empty cell would mean that nobody knows. */
export function yesOrNo(isSo: boolean, t: Translate): string {
  return t(isSo ? 'kit.present.yes' : 'kit.present.no')
}
