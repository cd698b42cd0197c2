import type { AccountId, NoticeTargetId } from '@coldkeep/domain/ids'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import type { Language } from '@coldkeep/phrases/translate'
import type { NoticeFact } from '../../outbox/news-kind'

/** One message, in the words of its language. */
export interface NoticeMessage {
  /** The same however often it is sent, for receivers that drop repeats. */
  readonly key: string
  readonly language: Language
  /** One line. */
  readonly title: string
  readonly body: string
  /** Where more is to be seen; `null` where the address of the console is not configured. */
  readonly url: string | null
  /** Of its subject, where it is about one: a newer message may take the place of an older one. */
  readonly topic: string | null
  readonly isUrgent: boolean
  readonly at: EpochMs
  readonly facts: readonly NoticeFact[]
}

/** Where it goes. */
interface NoticeRecipient {
  /** `null`: an account that is notified of what concerns it alone. */
  readonly targetId: NoticeTargetId | null
  /** Of an account: a person, or a member of a group. */
  readonly accountId: AccountId | null
  /** Mail address, web address, telephone number or LINE account, as the channel needs it; empty where it needs none or there is none. */
  readonly address: string
  readonly secretGeneration: number
  readonly oldSecretUntil: EpochMs | null
}

/** The outcome of an attempt to send. `channel`: nothing gets out on this channel, whoever it is for. */
export type SendOutcome =
  | { readonly kind: 'sent'; readonly recipient: string }
  | { readonly kind: 'again' | 'dead'; readonly reason: string; readonly troubles?: 'channel' }
  /** The receiver wants no more: its target is switched off. */
  | { readonly kind: 'gone'; readonly reason: string }
  | { readonly kind: 'suppressed'; readonly reason: 'no_address' | 'not_linked' }

export type Channel = (message: NoticeMessage, recipient: NoticeRecipient) => Promise<SendOutcome>

export function reasonOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).slice(0, 300)
}

/** Answers of a server that are worth another try. */
export function isPassing(status: number): boolean {
  return status === 408 || status === 425 || status === 429 || status >= 500
}
