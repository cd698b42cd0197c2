import type { AccountId, DepartmentId, NoticeTargetId, SignInId, StoreId } from '@coldkeep/domain/ids'
import type {
  NewsAbout,
  NewsSubject,
  NoticeChannel,
  NoticeKind,
  NoticeState,
} from '@coldkeep/domain/notices/notice-kind'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import type { Language } from '@coldkeep/phrases/translate'
import type { ColumnType, Generated } from 'kysely'

type Instant = EpochMs

export interface NoticeTargetTable {
  noticeTargetId: Generated<NoticeTargetId>
  name: string
  channel: NoticeChannel
  accountId: AccountId | null
  groupDepartmentId: DepartmentId | null
  /** It is whoever is on call there. */
  onCallDepartmentId: DepartmentId | null
  address: Generated<string>
  departmentIds: DepartmentId[]
  kinds: NoticeKind[]
  lowestRank: number
  quietFromMinute: number | null
  quietUntilMinute: number | null
  zone: string
  language: Language
  isEnabled: Generated<boolean>
  /** Why the system switched it off; null where a person did. */
  switchedOffBecause: string | null
  secretGeneration: Generated<number>
  oldSecretUntil: Instant | null
  revision: Generated<number>
  /**
   * The account that saved it last. An address is sent what this account may see, and nothing where it is
   * gone or disabled.
   */
  ownerId: AccountId | null
}
interface NoticeStepTable {
  noticeStepId: Generated<number>
  noticeTargetId: NoticeTargetId
  step: number
  afterMinutes: number
  nextTargetId: NoticeTargetId
  revision: Generated<number>
}
interface NoticeTable {
  /** 0: of no store. */
  storeId: StoreId
  noticeId: Generated<number>
  key: string
  subjectKind: NewsSubject
  /** `null` where the subject has a name instead. */
  subjectId: number | null
  subjectName: string | null
  /** What the subject itself does not keep. */
  detail: ColumnType<unknown, string | null, never>
  about: NewsAbout
  /** By which targets choose; `null`: for one account alone. */
  kind: NoticeKind | null
  rank: number
  /** `null`: for one account alone. */
  noticeTargetId: NoticeTargetId | null
  accountId: AccountId | null
  channel: NoticeChannel
  step: number
  state: Generated<NoticeState>
  dueAt: Instant
  wasHeld: Generated<boolean>
  leaseUntil: Instant | null
  tries: Generated<number>
  messageKey: string | null
  isDigest: Generated<boolean>
  messageAt: Instant | null
  endedAt: Instant | null
  reason: string | null
  targetName: string | null
  recipient: string | null
  title: string | null
  body: string | null
  readAt: Instant | null
  createdAt: Instant
}
interface NoticeTroubleTable {
  channel: NoticeChannel
  since: Instant
  lastAt: Instant
  message: string
}

interface NoticeLinkTable {
  noticeTargetId: NoticeTargetId
  codeHash: Uint8Array
  expiresAt: Instant
}
interface NoticeLinkTryTable {
  noticeLinkTryId: Generated<number>
  sender: string
  at: Instant
}
interface PushSubscriptionTable {
  pushSubscriptionId: Generated<number>
  accountId: AccountId
  signInId: SignInId
  /** Where the browser's maker takes messages for it. */
  endpoint: string
  /** What messages are encrypted with, in base64url: its public key, and a secret. */
  p256dh: string
  auth: string
  createdAt: Instant
}

interface TestMessageTable {
  key: string
  accountId: AccountId
  title: string
  body: string
  at: Instant
}

/** The tables of notices, by their name in code. */
export interface NoticeTables {
  pushSubscription: PushSubscriptionTable
  noticeTarget: NoticeTargetTable
  noticeStep: NoticeStepTable
  notice: NoticeTable
  noticeTrouble: NoticeTroubleTable
  noticeLink: NoticeLinkTable
  noticeLinkTry: NoticeLinkTryTable
  testMessage: TestMessageTable
}
