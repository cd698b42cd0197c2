import { epochMs, later, minutes } from '@coldkeep/domain/time/instant'
import type { KyselyPlugin, RootOperationNode } from 'kysely'
import { pino } from 'pino'
import { connect, type Db } from '../db/connect'
import { storeResults } from '../dispatch/store-results'
import { advanceJobs } from '../firmware/advance-jobs'
import { jobKinds } from '../job-kinds'
import { startJobs } from '../jobs/start-jobs'
import { type KilledUpdate, NEW_BOOT } from './killed-update'

// Begins, follows and judges update jobs as a server does, with terminals that answer at once, and writes a line for each
// statement that changes rows; as far as the one before which it is killed.
const {
  database: options,
  startMs,
  version,
  isBroken,
  death,
} = JSON.parse(process.argv[2] ?? '') as KilledUpdate

/** More than any course takes. */
const MOST_ROUNDS = 12
/** Longer than a wave is watched. */
const BETWEEN_ROUNDS_MS = minutes(10)

let at = epochMs(startMs)
const counts = new Map<string, number>()
let changes = 0

const dying: KyselyPlugin = {
  transformQuery({ node }) {
    const name = changeOf(node)
    if (name === null) return node
    changes += 1
    const count = (counts.get(name) ?? 0) + 1
    counts.set(name, count)
    const isNow =
      typeof death === 'number' ? changes === death : death?.name === name && death.count === count
    if (isNow) process.kill(process.pid, 'SIGKILL')
    process.stdout.write(`${name}\n`)
    return node
  },
  transformResult: async ({ result }) => result,
}

/** What a statement does to which table; null where it only reads. */
function changeOf(node: RootOperationNode): string | null {
  switch (node.kind) {
    case 'InsertQueryNode':
      return `insert into ${node.into === undefined ? '' : node.into.table.identifier.name}`
    case 'UpdateQueryNode':
      return `update ${JSON.stringify(node.table).match(/"name":"(\w+)"/)?.[1]}`
    case 'DeleteQueryNode':
      return `delete from ${JSON.stringify(node.from).match(/"name":"(\w+)"/)?.[1]}`
    case 'RawNode':
      return /^\s*(insert into|update|delete from) \w+/.exec(node.sqlFragments.join(' '))?.[0].trim() ?? null
    default:
      return null
  }
}

const database = await connect(options)
const db = database.kysely.withPlugin(dying)
const jobs = startJobs({
  db,
  clock: { now: () => at },
  log: pino({ level: 'warn' }, pino.destination(2)),
  kinds: jobKinds,
  wake: () => {},
})
for (let round = 0; round < MOST_ROUNDS; round++) {
  await jobs.round()
  await answerAll(db)
  await advanceJobs(db, at)
  at = later(at, BETWEEN_ROUNDS_MS)
}
await jobs.close()
await database.close()

/** What terminals report of their orders until it is taken from them. */
async function answerAll(db: Db): Promise<void> {
  const open = await db
    .selectFrom('command')
    .select(['storeId', 'terminalId', 'commandId'])
    .where('state', 'not in', ['done', 'failed'])
    .orderBy('storeId')
    .execute()
  const end = isBroken
    ? { st: 'failed' as const, err: { code: 'E_CONFIRM', text: '' } }
    : { st: 'done' as const, out: { version, boot: NEW_BOOT } }
  for (const { storeId, terminalId: terminal, commandId: id } of open) {
    for (const [index, said] of [
      { st: 'accepted' as const },
      { st: 'progress' as const, out: { step: 'restarting' as const } },
      end,
    ].entries()) {
      const result = { v: 1 as const, e: 'k3f9a1c2', s: index + 1, id, at, ...said }
      await db
        .transaction()
        .execute((trx) => storeResults(trx, [{ storeId, terminal, receivedAt: at, at, result }]))
    }
  }
}
