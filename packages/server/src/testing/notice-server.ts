import { epochMs } from '@coldkeep/domain/time/instant'
import { pino } from 'pino'
import { connect } from '../db/connect'
import { loadServerKeys } from '../db/server-keys'
import { newsKinds } from '../news-kinds'
import { openNotices } from '../notices/notices'
import { startNotices } from '../notices/start-notices'

/** What the program is given. */
export interface NoticeServerOrder {
  /** With its schema. */
  readonly folder: string
  /** What its clock shows when it starts. */
  readonly startMs: number
  readonly webhookHost: string
}

// Database and notices as a server has them, at any time of any day; logs a line for each round in which something was
// sent and noted. Its end is to be killed.
const order = JSON.parse(process.argv[2] ?? '') as NoticeServerOrder
const aheadMs = order.startMs - Date.now()
const { kysely: db, kind } = await connect({ folder: order.folder })
const notices = openNotices({
  kinds: newsKinds,
  mail: null,
  publicUrl: null,
  db,
  keys: await loadServerKeys(db),
  allowed: new Set([order.webhookHost]),
})
await startNotices(
  {
    db,
    clock: { now: () => epochMs(Date.now() + aheadMs) },
    log: pino({ level: 'debug' }, pino.destination(1)),
    random: Math.random,
    ...notices,
  },
  { isAlone: kind === 'embedded' },
)
