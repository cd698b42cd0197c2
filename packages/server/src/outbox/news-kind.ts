import type {
  AlarmId,
  BulletinId,
  CreditApplicationId,
  DeviceId,
  FridgeEntryId,
  JobId,
  ParameterApplyId,
  RepairCaseId,
  StoreId,
  TerminalId,
} from '@coldkeep/domain/ids'
import type { NewsAbout, NewsSubject } from '@coldkeep/domain/notices/notice-kind'
import type { WaitingNotice } from '@coldkeep/domain/notices/plan-notices'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import type { RawBuilder, SqlBool } from 'kysely'
import type { Db } from '../db/connect'
import type { Words } from '../wording/words'

/** The store of news that concerns no store. */
export const NO_STORE = 0 as StoreId

/** What one row of the outbox is about. */
export interface News {
  readonly subjectKind: NewsSubject
  readonly storeId: StoreId
  /** The number of its subject; `null` where that has a name instead. */
  readonly subjectId: number | null
  readonly subjectName: string | null
  readonly about: NewsAbout
  /** 1 for critical to 4 for low. */
  readonly rank: number
  /** 0: at once; else which step of an escalation. */
  readonly step: number
  /** It has waited for quiet hours or a storm to pass. */
  readonly wasHeld: boolean
  /** What its subject does not keep, as the kind wrote it. */
  readonly detail: unknown
}

/** How urgent news is now, and whether anyone needs to be notified of it. */
export type NewsState = Pick<WaitingNotice, 'rank' | 'settled' | 'isChattering'>

export interface NewsText {
  /** One line. */
  readonly title: string
  readonly lines: readonly string[]
}

/** What a message is about, for machines. */
export interface NoticeFact {
  readonly alarm: string
  readonly about: NewsAbout
  readonly kind: string
  readonly priority: string
  readonly state: string
  readonly store: { readonly id: string; readonly code: string; readonly name: string }
  readonly device: string | null
  readonly text: string
  readonly raised_at: string
}

/** What is behind one row, read when it is sent or shown. */
export interface NewsFact {
  text(words: Words): NewsText
  /** Where the console shows it: `/Alarms?store=1`. */
  readonly path: string
  readonly isUrgent: boolean
  /** The same for messages of which a newer one may take the place of an older one. */
  readonly topic: string | null
  /** For webhooks. */
  machine?(words: Words): NoticeFact
}

/** Where a message of the console leads, beside its store. */
interface NewsPlace {
  readonly alarm?: AlarmId
  readonly write?: string
  readonly terminal?: TerminalId
  readonly model?: { readonly brand: string; readonly model: string }
  readonly firmwareJob?: JobId
  /** Terminals that are at least so many versions behind. */
  readonly leftBehind?: number
  readonly demand?: { readonly departments: string; readonly day: string }
  /** Work below a department that is due. */
  readonly openBreaches?: { readonly departments: string }
  readonly upkeep?: { readonly departments: string; readonly state: 'soon' | 'overdue' }
  readonly repairCase?: RepairCaseId
  /** A device whose parameters changed. */
  readonly parameters?: DeviceId
  readonly parameterApply?: ParameterApplyId
  readonly fridgeBrand?: FridgeEntryId
  readonly pointApplication?: CreditApplicationId
  /** The alert service of engineers, or the calendar of who is on call, of a department. */
  readonly amber?: { readonly departments: string; readonly tab: 'engineers' | 'onCall' }
  readonly bulletin?: BulletinId
}

/**
 * One kind of news. Who may read it is decided by the outbox, from its store and the equipment that the kind
 * names.
 */
export interface NewsKind<Fact extends NewsFact = NewsFact> {
  /**
   * A query of `store_id` and `device_id` of all that row `n` of the outbox is about, without rows where its subject is
   * gone; `null`: it is of no equipment.
   */
  readonly equipment: RawBuilder<unknown> | null
  /** It comes in thousands at once and waits behind all other kinds on the way out. */
  readonly isBulk?: true
  /** True for rows `n` that need not be read any more. */
  isSettled?(now: EpochMs): RawBuilder<SqlBool>
  /** The current state of news that changes with its subject; `null`: the subject is gone. */
  currentStates?(db: Db, news: readonly News[], now: EpochMs): Promise<(news: News) => NewsState | null>
  /** What is behind each; `null`: the subject is gone. */
  select(db: Db, news: readonly News[], now: EpochMs): Promise<(news: News) => Fact | null>
  /** Several in one message; without it their titles are listed. */
  several?(facts: readonly Fact[], words: Words): NewsText & { readonly path: string }
  placeOf(news: Pick<News, 'subjectId' | 'subjectName' | 'detail'>): NewsPlace
}

/** The kinds by their names, which are stored in the rows. */
export type NewsKinds = Readonly<Record<NewsSubject, NewsKind>>

/** Puts a kind among others: it is handed no facts but its own. */
export function anyNews<Fact extends NewsFact>(kind: NewsKind<Fact>): NewsKind {
  return kind as unknown as NewsKind
}
