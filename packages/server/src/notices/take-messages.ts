import { groupBy } from '@coldkeep/domain/group-by'
import type { NewsSubject } from '@coldkeep/domain/notices/notice-kind'
import { planNotices, type RecentNotifications } from '@coldkeep/domain/notices/plan-notices'
import { type QuietHours, quietUntil } from '@coldkeep/domain/notices/quiet-hours'
import { type EpochMs, later, minutes } from '@coldkeep/domain/time/instant'
import type { Logger } from 'pino'
import type { Db, Trx } from '../db/connect'
import type { News, NewsKinds, NewsState } from '../outbox/news-kind'
import { beginMessages, type ClaimedRow, hold, retakeMessages, suppress } from '../outbox/notice-queries'
import { judgeRecipients } from './judge-recipients'
import {
  type DueNotice,
  lockPlanning,
  type MessageRow,
  type NoticeLane,
  namesOf,
  recipientKey,
  selectDue,
  selectMessages,
  selectRecentlySent,
} from './outbox-queries'
import { placeOnCall } from './place-on-call'
import { selectQuietHours } from './quiet-queries'

/** Longer than a round of sending may take. */
const LEASE_MS = minutes(3)
/** Of what comes in thousands: as many as recipients have room, and some whose hours are quiet. */
const MOST_DUE: Readonly<Record<NoticeLane, number>> = { prompt: 2_000, bulk: 64 }
const MOST_RECIPIENTS = 16
const MOST_AGAIN = 64
const PLANNED_AGAIN_AFTER_MS = minutes(15)

interface TakeParts {
  readonly db: Db
  readonly kinds: NewsKinds
  readonly log: Logger
}

/**
 * Settles what of a lane of the outbox is sent now, and takes it: from here on a row is sent in one message with others or
 * alone, under a key that stays the same however often it is tried.
 * @returns the rows of messages to be sent, by message
 */
export async function takeMessages(
  { db, kinds, log }: TakeParts,
  lane: NoticeLane,
  now: EpochMs,
): Promise<Map<string, MessageRow[]>> {
  return db.transaction().execute(async (trx) => {
    await lockPlanning(trx)
    const again = await retakeMessages(trx, namesOf(kinds, lane), now, {
      leaseMs: LEASE_MS,
      limit: MOST_AGAIN,
    })
    const fresh = await planDue(trx, { kinds, log }, lane, now)
    const messages = new Map<string, MessageRow[]>()
    for (const row of await selectMessages(trx, kinds, [...again, ...fresh], now))
      messages.set(row.messageKey, [...(messages.get(row.messageKey) ?? []), row])
    return messages
  })
}

async function planDue(
  trx: Trx,
  { kinds, log }: Omit<TakeParts, 'db'>,
  lane: NoticeLane,
  now: EpochMs,
): Promise<string[]> {
  const read = () => selectDue(trx, kinds, now, { lane, limit: MOST_DUE[lane] })
  const found = await read()
  const placed = (await placeOnCall(trx, found, now)) ? await read() : found
  const due = await dropNotAllowed(trx, placed, now)
  if (due.length === 0) return []
  const byRecipient = new Map<string, DueNotice[]>()
  for (const notice of due) {
    const key = recipientKey(notice)
    const known = byRecipient.get(key)
    if (known) known.push(notice)
    else if (byRecipient.size < MOST_RECIPIENTS) byRecipient.set(key, [notice])
  }
  const recipients = [...byRecipient.values()].flatMap(([first]) => first ?? [])
  const sent = sentByRecipient(await selectRecentlySent(trx, recipients, now))
  const quiet = await selectQuietHours(trx, recipients)
  const stateOf = await readNewsStates(trx, kinds, [...byRecipient.values()].flat(), now)
  const begun: ClaimedRow[] = []
  for (const [key, notices] of byRecipient) {
    const byId = new Map(notices.map((notice) => [notice.noticeId, notice]))
    const rowOf = (id: number) => byId.get(id) as DueNotice
    const plan = planFor(notices, { stateOf, recent: sent.get(key), quiet: quiet.get(key) }, now, log)
    if (plan === null) {
      const until = later(now, PLANNED_AGAIN_AFTER_MS)
      await hold(
        trx,
        notices.map((notice) => ({ ...notice, until, isHeld: false })),
      )
      continue
    }
    await suppress(
      trx,
      plan.suppressed.map(({ id, why }) => ({ ...rowOf(id), why })),
      now,
    )
    await hold(
      trx,
      plan.held.map(({ id, until, why }) => ({ ...rowOf(id), until, isHeld: why !== 'raise' })),
    )
    for (const { ids, isDigest } of plan.messages) {
      const messageKey = rowOf(ids[0] as number).key
      begun.push(...ids.map(rowOf).map((row) => ({ ...row, messageKey, isDigest })))
    }
  }
  await beginMessages(trx, begun, now, LEASE_MS)
  return [...new Set(begun.map((row) => row.messageKey))]
}

interface Circumstances {
  readonly stateOf: (notice: DueNotice) => NewsState
  readonly recent: RecentNotifications | undefined
  readonly quiet: readonly QuietHours[] | undefined
}

/** `null`: the notices of this recipient cannot be planned; those of the others can. */
function planFor(
  notices: readonly DueNotice[],
  { stateOf, recent, quiet = [] }: Circumstances,
  now: EpochMs,
  log: Logger,
) {
  try {
    const rows = notices.map((notice) => ({ ...notice, ...stateOf(notice), id: notice.noticeId }))
    const quietNow = quiet.find((hours) => quietUntil(hours, now) !== null)
    return planNotices(rows, recent ?? { messages: [], topics: [] }, quietNow ?? null, now)
  } catch (error) {
    log.error({ err: error, target: notices[0]?.targetId, notices: notices.length }, 'notices not planned')
    return null
  }
}

/** The current state of each notice; what is gone or settled is over. */
async function readNewsStates(
  trx: Trx,
  kinds: NewsKinds,
  due: readonly DueNotice[],
  now: EpochMs,
): Promise<(notice: DueNotice) => NewsState> {
  const over = { settled: 'over', isChattering: false } as const
  const byKind = new Map<NewsSubject, (news: News) => NewsState | null>()
  for (const [name, own] of groupBy(due, ({ subjectKind }) => subjectKind)) {
    const stateOf = await kinds[name].currentStates?.(trx, own, now)
    if (stateOf !== undefined) byKind.set(name, stateOf)
  }
  return (notice) => {
    const { rank, subjectKind, isSettled } = notice
    const stateOf = byKind.get(subjectKind)
    if (stateOf !== undefined) return stateOf(notice) ?? { rank, ...over }
    return isSettled ? { rank, ...over } : { rank, settled: null, isChattering: false }
  }
}

/**
 * Recipients are not notified of what they may not see now, whatever it was when the outbox was written, or
 * as they do not want.
 */
async function dropNotAllowed(trx: Trx, due: readonly DueNotice[], now: EpochMs): Promise<DueNotice[]> {
  const whyNot = await judgeRecipients(trx, due)
  const dropped = due.flatMap((notice) => {
    const why = whyNot(notice)
    return why === null ? [] : [{ ...notice, why }]
  })
  await suppress(trx, dropped, now)
  const isDropped = new Set(dropped.map(({ noticeId }) => noticeId))
  return due.filter(({ noticeId }) => !isDropped.has(noticeId))
}

function sentByRecipient(
  rows: Awaited<ReturnType<typeof selectRecentlySent>>,
): Map<string, RecentNotifications> {
  const recipients = new Map<string, typeof rows>()
  for (const row of rows)
    recipients.set(recipientKey(row), [...(recipients.get(recipientKey(row)) ?? []), row])
  return new Map([...recipients].map(([key, own]) => [key, recentOf(own)]))
}

function recentOf(rows: Awaited<ReturnType<typeof selectRecentlySent>>): RecentNotifications {
  const messages = new Map<string, RecentNotifications['messages'][number]>()
  for (const { messageKey, at, storeId, isDigest } of rows)
    messages.set(messageKey, { at, storeId: isDigest ? null : storeId, isDigest })
  return { messages: [...messages.values()], topics: rows.filter(({ about }) => about !== 'cleared') }
}
