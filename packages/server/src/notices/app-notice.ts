import type { AccountId } from '@coldkeep/domain/ids'
import type { Language } from '@coldkeep/phrases/translate'

/** A message that has arrived in the console of an account. */
export interface AppNotice {
  readonly accountId: AccountId
  readonly key: string
  readonly isUrgent: boolean
  /** In the language of the reader, where that can be chosen. */
  readonly words: (language: Language) => { readonly title: string; readonly body: string }
}
