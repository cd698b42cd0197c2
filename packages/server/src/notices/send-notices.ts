import type { NoticeChannel } from '@coldkeep/domain/notices/notice-kind'
import { retryAfterMs } from '@coldkeep/domain/notices/retry'
import { type Clock, later } from '@coldkeep/domain/time/instant'
import { createTranslator } from '@coldkeep/phrases/phrases'
import type { Language } from '@coldkeep/phrases/translate'
import type { Logger } from 'pino'
import type { Db } from '../db/connect'
import { isTroubleOfAll } from '../db/passing-error'
import type { NewsFact, NewsKinds } from '../outbox/news-kind'
import { endMessage, type MessageEnd } from '../outbox/notice-queries'
import type { Channel, NoticeMessage, SendOutcome } from './channels/channel'
import { composeMessage, type ReadableNews } from './compose-message'
import { judgeRecipients, type WhyNotNotified } from './judge-recipients'
import { type MessageRow, type NoticeLane, noticeLanes } from './outbox-queries'
import { readFacts } from './read-facts'
import {
  recordTrouble,
  type SendingTarget,
  selectMembers,
  selectSendingTargets,
  switchOff,
} from './recipient-queries'
import { takeMessages } from './take-messages'

export interface NoticeParts {
  readonly db: Db
  readonly clock: Clock
  readonly log: Logger
  readonly kinds: NewsKinds
  /** How each channel sends; one that is missing is not set up. */
  readonly channels: Readonly<Partial<Record<NoticeChannel, Channel>>>
  readonly publicUrl: string | null
  readonly random: () => number
}

/** Where a message goes; without number and name to an account that it concerns alone. */
type Target = Omit<SendingTarget, 'targetId' | 'name'> & Nullable<Pick<SendingTarget, 'targetId' | 'name'>>
type Nullable<Type> = { readonly [Key in keyof Type]: Type[Key] | null }

/** Of an account that has not chosen one. */
const LANGUAGE: Language = 'en'
const AT_ONCE = 16
const FAILED = { kind: 'again', reason: 'internal' } as const satisfies SendOutcome

/** Sends what is due, lane by lane. @returns how many messages were tried */
export async function sendNotices(
  parts: NoticeParts,
  lanes: readonly NoticeLane[] = noticeLanes,
): Promise<number> {
  let tried = 0
  for (const lane of lanes) tried += await sendLane(parts, lane)
  return tried
}

/**
 * Between taking messages, sending each and noting what came of it the process may end at any
 * point: what was taken is sent again after its lease, under the same key.
 * @returns how many messages were tried
 */
async function sendLane(parts: NoticeParts, lane: NoticeLane): Promise<number> {
  const { db, clock, log, kinds, publicUrl } = parts
  const messages = await takeMessages(parts, lane, clock.now())
  if (messages.size === 0) return 0
  const rows = [...messages.values()].flat()
  const targets = await selectSendingTargets(db, unique(rows.flatMap((row) => row.targetId ?? [])))
  const members = await selectMembers(db, unique(rows.flatMap((row) => row.accountId ?? [])))
  const factOf = await readFacts(kinds, db, rows, clock.now())
  // a message that is tried again may be hours old
  const whyNot = await judgeRecipients(db, rows)
  const sendOne = async (own: readonly MessageRow[]) => {
    const [first] = own
    if (first === undefined) return
    const member = first.accountId === null ? null : members.get(first.accountId)
    const target = first.targetId === null ? ownTarget(first, member) : placedTarget(first, targets)
    const now = clock.now()
    const [why] = own.flatMap((row) => whyNot(row) ?? [])
    if (why !== undefined) {
      return finish(parts, first, { kind: 'suppressed', reason: why }, target, null)
    }
    const open = own.filter(({ isSettled }) => !isSettled)
    if (open.length === 0) return finish(parts, first, { kind: 'suppressed', reason: 'over' }, target, null)
    const message = target && composeMessage(readable(open, factOf, log), target, { kinds, now, publicUrl })
    if (target === undefined || message === null || message === undefined || member === undefined) {
      return finish(parts, first, { kind: 'suppressed', reason: 'target_gone' }, target, null)
    }
    const address = member === null || target.channel !== 'email' ? target.address : member.email
    const recipient = { ...target, accountId: first.accountId, address }
    const outcome = await send(parts, message, recipient, target.channel)
    const name = member?.name
    const recorded =
      name !== undefined && outcome.kind === 'sent'
        ? { ...outcome, recipient: `${name} ${outcome.recipient}`.trim() }
        : outcome
    await finish(parts, first, recorded, target, message)
  }
  const waiting = [...messages.values()]
  const work = async () => {
    for (let own = waiting.shift(); own !== undefined; own = waiting.shift()) {
      const [first] = own
      try {
        await sendOne(own)
      } catch (error) {
        log.error({ err: error, message: first?.messageKey, tries: first?.tries }, 'a notice failed')
        // without its words, which may be what is refused; where nothing can be recorded its lease brings it
        // back
        if (first !== undefined && !isTroubleOfAll(error)) {
          await finish(parts, first, FAILED, undefined, null).catch((again: unknown) =>
            log.error({ err: again, message: first.messageKey }, 'what became of a notice is not noted'),
          )
        }
      }
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  log.debug({ messages: messages.size }, 'notices sent')
  return messages.size
}

async function send(
  { channels, log }: NoticeParts,
  message: NoticeMessage,
  recipient: Parameters<Channel>[1],
  channel: NoticeChannel,
): Promise<SendOutcome> {
  const sending = channels[channel]
  if (sending === undefined) return { kind: 'dead', reason: 'channel_off' }
  try {
    return await sending(message, recipient)
  } catch (error) {
    log.error({ err: error, channel }, 'a channel failed')
    return FAILED
  }
}

type Member = NonNullable<ReturnType<Awaited<ReturnType<typeof selectMembers>>['get']>>

/** A target that is on call says in message and record that no one was, where the people of its department get the message. */
function placedTarget(
  { targetId, detail }: MessageRow,
  targets: ReadonlyMap<SendingTarget['targetId'], SendingTarget>,
): SendingTarget | undefined {
  const target = targetId === null ? undefined : targets.get(targetId)
  if (target === undefined || !isFallback(detail)) return target
  const translate = createTranslator(target.language)
  return { ...target, name: translate('notices.message.noOneOnCall', { target: target.name }) }
}

function isFallback(detail: unknown): boolean {
  return typeof detail === 'object' && detail !== null && 'onCall' in detail
}

/** The place of an account on a channel, where it is notified of what concerns it alone. */
function ownTarget(
  { channel, subjectKind }: MessageRow,
  member: Member | null | undefined,
): Target | undefined {
  if (member === null || member === undefined) return undefined
  const language = member.language ?? LANGUAGE
  const name = subjectKind === 'alarm' ? createTranslator(language)('notices.message.amber') : null
  return {
    targetId: null,
    name,
    channel,
    address: '',
    language,
    secretGeneration: 1,
    oldSecretUntil: null,
  }
}

/**
 * Rows with what is behind them, without those whose subject is gone. One that cannot be read does not keep others from
 * going in the same message. @throws why, where none can be read
 */
function readable(
  rows: readonly MessageRow[],
  factOf: (row: MessageRow) => NewsFact | null,
  log: Logger,
): readonly ReadableNews[] {
  const failures: unknown[] = []
  const news = rows.flatMap((row): ReadableNews[] => {
    try {
      const fact = factOf(row)
      return fact === null ? [] : [{ row, fact }]
    } catch (error) {
      failures.push(error)
      log.error({ err: error, message: row.messageKey, notice: row.noticeId }, 'a notice cannot be read')
      return []
    }
  })
  if (news.length === 0 && failures.length > 0) throw failures[0]
  return news
}

type Ending = SendOutcome | { readonly kind: 'suppressed'; readonly reason: WhyNotNotified | 'over' }

async function finish(
  { db, clock, random, log }: NoticeParts,
  row: MessageRow,
  outcome: Ending,
  target: Target | undefined,
  message: NoticeMessage | null,
): Promise<void> {
  const now = clock.now()
  const waitMs = outcome.kind === 'again' ? retryAfterMs(row.tries, random()) : null
  const end: MessageEnd = {
    state:
      outcome.kind === 'again'
        ? waitMs === null
          ? 'dead'
          : 'retry'
        : outcome.kind === 'gone'
          ? 'dead'
          : outcome.kind,
    reason: outcome.kind === 'sent' ? null : outcome.reason,
    dueAt: waitMs === null ? null : later(now, waitMs),
    targetName: target?.name ?? null,
    recipient: outcome.kind === 'sent' ? outcome.recipient : (target?.address ?? null),
    title: message?.title ?? null,
    body: message?.body ?? null,
  }
  const troubles = 'troubles' in outcome ? (outcome.reason as string) : null
  await db.transaction().execute(async (trx) => {
    if (!(await endMessage(trx, row, end, now))) return
    if (outcome.kind === 'gone' && row.targetId !== null) await switchOff(trx, row.targetId, outcome.reason)
    if (outcome.kind === 'sent' || troubles !== null) await recordTrouble(trx, row.channel, troubles, now)
  })
  if (troubles !== null)
    log.error({ channel: row.channel, reason: troubles }, 'nothing gets out by a channel')
}

function unique<Value>(values: readonly Value[]): Value[] {
  return [...new Set(values)]
}
