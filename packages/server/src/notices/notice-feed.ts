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

/** Tells those who listen in this process of messages to accounts, after they were committed. */
export interface NoticeFeed {
  publish(notice: AppNotice): void
  /** @returns ends listening */
  subscribe(heard: (notice: AppNotice) => void): () => void
}

export function noticeFeed(): NoticeFeed {
  const listeners = new Set<(notice: AppNotice) => void>()
  return {
    publish(notice) {
      for (const heard of listeners) heard(notice)
    },
    subscribe(heard) {
      listeners.add(heard)
      return () => void listeners.delete(heard)
    },
  }
}
