import type { AccountId, BulletinId } from '@coldkeep/domain/ids'
import { type EpochMs, hours, later } from '@coldkeep/domain/time/instant'
import fc from 'fast-check'
import { sql } from 'kysely'
import type { SignedIn } from '../access/signed-in'
import { remindByHand, withdraw } from '../bulletins/change-bulletin'
import { advanceBulletins } from '../bulletins/hand-over'
import { markDelivered } from '../bulletins/own-queries'
import { confirmBulletin, openBulletin } from '../bulletins/receive'
import type { Db } from '../db/connect'

/** One thing that people, time or servers do. */
interface Step {
  readonly kind:
    | 'deliver'
    | 'open'
    | 'confirm'
    | 'remind'
    | 'advance'
    | 'die'
    | 'disable'
    | 'enable'
    | 'wait'
    | 'withdraw'
  readonly who: number
}

export const steps = fc.array(
  fc.record<Step>({
    kind: fc.constantFrom(
      ...([
        'deliver',
        'open',
        'open',
        'confirm',
        'confirm',
        'remind',
        'advance',
        'advance',
        'die',
        'die',
      ] as const),
      ...(['disable', 'enable', 'wait', 'wait', 'withdraw'] as const),
    ),
    who: fc.nat(1_000),
  }),
  { minLength: 10, maxLength: 60 },
)

export interface BulletinTrial {
  readonly bulletinId: BulletinId
  readonly sender: SignedIn
  readonly readers: readonly SignedIn[]
  readonly now: EpochMs
}

/** What happened, to be compared with the rows. */
export interface TrialFault {
  readonly step: number
  readonly fault: string
}

class Died extends Error {}

/** A server that dies at the end of one of its next transactions, before it is kept. */
function dying(db: Db, after: number): Db {
  let left = after
  return new Proxy(db, {
    get(target, key) {
      if (key !== 'transaction') {
        const own = Reflect.get(target, key)
        return typeof own === 'function' ? own.bind(target) : own
      }
      return () => ({
        execute: (work: (trx: never) => Promise<unknown>) =>
          target.transaction().execute(async (trx) => {
            const done = await work(trx as never)
            if (left === 0) throw new Died()
            left -= 1
            return done
          }),
      })
    },
  })
}

/**
 * Does steps on one message from two servers, each step on both at once, and looks after each that no fact went back, that
 * confirmed implies opened, and that nobody was reminded after confirming.
 */
export async function tryBulletin(
  [one, other]: readonly [Db, Db],
  { bulletinId, sender, readers, now: start }: BulletinTrial,
  list: readonly Step[],
): Promise<readonly TrialFault[]> {
  let now = start
  const faults: TrialFault[] = []
  let before = await factsOf(one, bulletinId)
  for (const [step, { kind, who }] of list.entries()) {
    now = later(now, 1_000)
    const reader = readers[who % readers.length]
    if (reader === undefined) continue
    const act = (db: Db): Promise<unknown> => {
      switch (kind) {
        case 'deliver':
          return markDelivered(db, reader.accountId, [bulletinId], now)
        case 'open':
          return openBulletin(db, reader, bulletinId, now)
        case 'confirm':
          return confirmBulletin(db, reader, bulletinId, { at: now - (who % 7) * 5_000, now })
        case 'remind':
          return remindByHand(db, { user: sender, now }, bulletinId)
        case 'advance':
          return advanceBulletins(db, now)
        case 'die':
          return advanceBulletins(dying(db, 2 + (who % 2)), now)
        case 'withdraw':
          // seldom, or there would be nothing left to do
          return who % 10 === 0 ? withdraw(db, { user: sender, now }, bulletinId) : Promise.resolve()
        case 'disable':
        case 'enable':
          return setEnabled(db, reader.accountId, kind === 'enable')
        case 'wait':
          return Promise.resolve()
      }
    }
    if (kind === 'wait') now = later(now, hours(21))
    for (const ended of await Promise.allSettled([act(one), act(other)])) {
      if (ended.status === 'rejected' && !isExpected(ended.reason)) throw ended.reason
    }
    const after = await factsOf(one, bulletinId)
    faults.push(...compared(before, after).map((fault) => ({ step, fault })))
    before = after
  }
  return faults
}

function isExpected(error: unknown): boolean {
  return (
    error instanceof Died ||
    (error instanceof Error && 'code' in error && /^bulletin\./.test(String(error.code)))
  )
}

async function setEnabled(db: Db, accountId: AccountId, isEnabled: boolean): Promise<void> {
  await db.updateTable('account').set({ isEnabled }).where('accountId', '=', accountId).execute()
}

interface Facts {
  readonly accountId: AccountId
  readonly deliveredAt: EpochMs | null
  readonly openedAt: EpochMs | null
  readonly confirmedAt: EpochMs | null
  /** What this account was notified of, by message and channel. */
  readonly notices: readonly string[]
}

async function factsOf(db: Db, bulletinId: BulletinId): Promise<readonly Facts[]> {
  const { rows } = await sql<Facts>`
    select r.account_id, r.delivered_at, r.opened_at, r.confirmed_at, coalesce((
      select jsonb_agg(n.about || ' ' || coalesce(n.message_key, n.key) || ' ' || n.channel order by n.notice_id)
      from notice n where n.account_id = r.account_id and n.subject_kind = 'bulletin' and n.subject_id = r.bulletin_id
    ), '[]'::jsonb) as notices
    from bulletin_reader r where r.bulletin_id = ${bulletinId} order by r.account_id`.execute(db)
  return rows
}

function compared(before: readonly Facts[], after: readonly Facts[]): string[] {
  return after.flatMap((now, index) => {
    const then = before[index]
    if (then === undefined || then.accountId !== now.accountId) return ['the readers are others']
    const found: string[] = []
    for (const fact of ['deliveredAt', 'openedAt', 'confirmedAt'] as const)
      if (then[fact] !== null && now[fact] !== then[fact]) found.push(`${fact} was changed`)
    if (now.confirmedAt !== null && now.openedAt === null) found.push('confirmed and not opened')
    if (now.openedAt !== null && now.deliveredAt === null) found.push('opened and not delivered')
    if (new Set(now.notices).size !== now.notices.length) found.push('notified twice')
    const news = now.notices.slice(then.notices.length)
    if (then.confirmedAt !== null && news.some((one) => one.startsWith('bulletin_reminder')))
      found.push('reminded after confirming')
    return found
  })
}
