import type { AccountId } from '@coldkeep/domain/ids'
import type { Language } from '@coldkeep/phrases/translate'

/** A message that has arrived in the console of an account. */
export interface AppNotice {
  readonly accountId: AccountId
  readonly key: string
  readonly isUrgent: boolean
  /** In the language of whoever listens, where that is for them to choose. */
  readonly words: (language: Language) => { readonly title: string; readonly body: string }
}
