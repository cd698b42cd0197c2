import type { CreditEntryId, DepartmentId } from '@coldkeep/domain/ids'
import type { CreditCause } from '@coldkeep/domain/service-points/entry'
import { type EpochMs, later } from '@coldkeep/domain/time/instant'
import fc from 'fast-check'
import { sql } from 'kysely'
import { SERVER } from '../audit/add-audit'
import type { Db, Trx } from '../db/connect'
import { expirePoints } from '../service-points/expire-points'
import { correctUse, endGrant, grantPoints } from '../service-points/grants'
import { selectStorePlace } from '../service-points/ledger-queries'
import { type Posting, release, reserve, use } from '../service-points/reserve-points'
import type { TinyFleet } from './tiny-fleet'

/** One operation that somebody may try, some of them for a second time. */
interface Operation {
  readonly kind: 'grant' | 'reserve' | 'use' | 'release' | 'void' | 'correct' | 'expire'
  /** Which cause: there are few, so that many are tried again. */
  readonly cause: number
  readonly points: number
  readonly dies: boolean
}

const operation = fc.noBias(
  fc.record<Operation>({
    kind: fc.constantFrom(
      ...([
        'grant',
        'reserve',
        'reserve',
        'reserve',
        'use',
        'use',
        'use',
        'release',
        'void',
        'correct',
        'expire',
      ] as const),
    ),
    cause: fc.nat(1_000_000),
    points: fc.integer({ min: 0, max: 40 }),
    dies: fc.boolean(),
  }),
)

class Killed extends Error {}

/** What was done by transactions that ended well, to be compared with the books. */
export interface Done {
  /** For each entry that was reported as written: how often. */
  readonly posted: ReadonlyMap<string, number>
  readonly refused: number
  readonly killed: number
}

const PART = 'online_repair'

export interface CreditTrial {
  readonly operations: number
  readonly seed: number
  readonly now: EpochMs
  /** Called with each entry, as {@link Done} names it, once its commit is acknowledged. */
  wasPosted?(entry: string): void
}

/**
 * Does made-up operations on the points of the tiny fleet from several servers at once, a fifth of them in transactions
 * that die before their end. Each cause comes up about four times.
 */
export async function tryCredits(
  servers: readonly Db[],
  fleet: TinyFleet,
  { operations, seed, now, wasPosted = () => {} }: CreditTrial,
): Promise<Done> {
  const causes = Math.max(1, Math.floor(operations / 4))
  const queue = fc.sample(operation, { numRuns: operations, seed }).entries()
  const posted = new Map<string, number>()
  let refused = 0
  let killed = 0
  const stores = Object.values(fleet.stores)

  const once = async (db: Db, index: number, { kind, cause, points, dies }: Operation): Promise<void> => {
    const number = cause % causes
    const store = stores[number % stores.length]
    // a second apart, so that grants end while others begin
    const at = later(now, index * 1_000)
    if (store === undefined) return
    if (kind === 'expire') return expirePoints(db, at)
    try {
      const wrote = await db.transaction().execute(async (trx) => {
        const what = await act(trx, kind, { number, points, storeId: store.storeId, at })
        if (dies && index % 5 < 2) throw new Killed()
        return what
      })
      if (wrote === 'short') refused += 1
      else if (wrote !== null) {
        posted.set(wrote, (posted.get(wrote) ?? 0) + 1)
        wasPosted(wrote)
      }
    } catch (error) {
      if (!(error instanceof Killed)) throw error
      killed += 1
    }
  }

  const act = async (
    trx: Trx,
    kind: Exclude<Operation['kind'], 'expire'>,
    {
      number,
      points,
      storeId,
      at,
    }: { number: number; points: number; storeId: TinyFleet['stores']['alder']['storeId']; at: EpochMs },
  ): Promise<string | null> => {
    const chainId = fleet.company
    if (kind === 'grant') {
      const cause: CreditCause = { kind: 'application', id: String(number) }
      const expiresAt = later(at, (1 + (number % 400)) * 1_000)
      const pool = { chainId, subservice: PART } as const
      const grant = { pool, cause, points: 1 + Math.floor(points / 4), expiresAt, by: SERVER, now: at }
      return (await grantPoints(trx, grant)) === null ? null : `application ${number} begin`
    }
    if (kind === 'void') {
      const row = await nth(trx, chainId, 'credit_grant', number)
      if (row === null) return null
      const end = { kind: 'void', by: SERVER, now: at } as const
      return (await endGrant(trx, chainId, row as never, end)) === 'posted' ? `grant ${row} end` : null
    }
    if (kind === 'correct') {
      const row = await nth(trx, chainId, 'credit_entry', number)
      if (row === null) return null
      const correction = { by: SERVER, now: at, reason: 'made up' }
      const done = await correctUse(trx, chainId, row as CreditEntryId, correction)
      return done === 'posted' ? `entry ${row} undo` : null
    }
    const place = await selectStorePlace(trx, storeId)
    if (place === undefined) return null
    const cause: CreditCause = { kind: 'screen', id: String(number) }
    const posting: Posting = { cause, subservice: PART, place, by: SERVER, now: at, detail: {} }
    if (kind === 'release') return (await release(trx, posting)) === 'posted' ? `screen ${number} end` : null
    const tried =
      kind === 'reserve'
        ? await reserve(trx, posting, points, false)
        : await use(trx, posting, points % 3 === 0 ? 'reserved' : points, 'refuse')
    if (!tried.ok) return 'short'
    return tried.value === 'posted' ? `screen ${number} ${kind === 'reserve' ? 'begin' : 'end'}` : null
  }

  const work = async (db: Db) => {
    for (const [index, one] of queue) await once(db, index, one)
  }
  await Promise.all(servers.flatMap((db) => [work(db), work(db), work(db)]))
  return { posted, refused, killed }
}

/** A row that is there, chosen by a number. */
async function nth(
  trx: Trx,
  chainId: DepartmentId,
  table: 'credit_grant' | 'credit_entry',
  number: number,
): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`select ${sql.ref(`${table}_id`)} as id from ${sql.table(table)}
    where chain_id = ${chainId} ${table === 'credit_entry' ? sql`and kind = 'use'` : sql``}
    order by 1 desc offset ${number % 20} limit 1`.execute(trx)
  return rows[0]?.id ?? null
}

/**
 * What is wrong in the books: an empty list where they are in order. Everything is counted anew from the legs.
 * @param mayOwe that there were fewer points than none is in order
 */
export async function faultsOfBooks(db: Db, mayOwe = false): Promise<string[]> {
  const faults = async (what: string, query: ReturnType<typeof sql>) =>
    (await query.execute(db)).rows.map((row) => `${what}: ${JSON.stringify(row)}`)
  return [
    ...(await faults(
      'an entry is not balanced',
      sql`select credit_entry_id, sum(points) from credit_leg group by chain_id, credit_entry_id having sum(points) <> 0`,
    )),
    ...(await faults(
      'a balance is not the sum of its entries',
      sql`select b.* from credit_balance b left join (
          select e.chain_id, e.subservice,
            sum(l.points) filter (where l.place = 'free') as free,
            sum(l.points) filter (where l.place = 'held') as held,
            sum(l.points) filter (where l.place = 'spent') as spent,
            -sum(l.points) filter (where l.place = 'free' and l.credit_grant_id is null) as owed
          from credit_entry e join credit_leg l using (chain_id, credit_entry_id) group by 1, 2) s
          using (chain_id, subservice)
        where (b.free, b.held, b.spent, b.owed) is distinct from
          (coalesce(s.free, 0), coalesce(s.held, 0), coalesce(s.spent, 0), coalesce(s.owed, 0))`,
    )),
    ...(await faults(
      'a grant is not what was left of it',
      sql`select g.* from credit_grant g left join (
          select chain_id, credit_grant_id, sum(points) as left_points from credit_leg where place = 'free' group by 1, 2) s
          using (chain_id, credit_grant_id)
        where g.left_points is distinct from coalesce(s.left_points, 0) or (g.ended_at is not null and g.left_points <> 0)`,
    )),
    ...(await faults(
      'a month is not the sum of its entries',
      sql`select m.sum_all, s.sum_all from
        (select sum(granted - lapsed) as sum_all, sum(used - corrected) as spent from credit_month) m,
        (select -sum(points) filter (where place = 'provider') as sum_all,
          sum(points) filter (where place = 'spent') as spent from credit_leg) s
        where m.sum_all <> s.sum_all or m.spent <> s.spent`,
    )),
    ...(await faults(
      'a cause has two entries',
      sql`select cause_kind, cause_id, step from credit_entry group by 1, 2, 3 having count(*) > 1`,
    )),
    ...(await faults(
      'a reservation and its hold disagree',
      sql`select h.cause_id from credit_hold h join credit_entry e on e.chain_id = h.chain_id
        and e.cause_kind = h.cause_kind and e.cause_id = h.cause_id and e.step = 'end'`,
    )),
    // numbers are given under the lock of the pool, so they are in the order of what happened
    ...(await faults(
      'there were fewer points than none',
      sql`select * from (select e.credit_entry_id, sum(sum(l.points)) over (
          partition by e.chain_id, e.subservice order by e.credit_entry_id) as free
        from credit_entry e join credit_leg l using (chain_id, credit_entry_id)
        where l.place = 'free' group by e.chain_id, e.subservice, e.credit_entry_id) r where free < 0 and not ${mayOwe}::boolean`,
    )),
  ]
}

/** The causes of all entries with their steps, as {@link Done} names them. */
export async function entriesWritten(db: Db): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('creditEntry')
    .select(['causeKind', 'causeId', 'step'])
    .where('kind', 'not in', ['cover', 'expire'])
    .execute()
  const counts = new Map<string, number>()
  for (const { causeKind, causeId, step } of rows) {
    const name = `${causeKind} ${causeId} ${step}`
    counts.set(name, (counts.get(name) ?? 0) + 1)
  }
  return counts
}
