import type { Translate } from '@coldkeep/phrases/keys'
import type { Language } from '@coldkeep/phrases/translate'

/** The language of an answer. */
export interface Words {
  readonly language: Language
  readonly translate: Translate
}
