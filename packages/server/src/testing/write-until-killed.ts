import { takeQueued } from '../commands/command-queries'
import { connect } from '../db/connect'
import { storeResults } from '../dispatch/store-results'
import { requestOnce } from '../writes/request-once'
import { requestWrite } from '../writes/request-write'
import { EPOCH } from './ingest-rig'
import type { KilledWrite } from './killed-write'

// Does what a server does with one write, as far as the step at which it is killed.
const { database, step, draft, user, store, now } = JSON.parse(process.argv[2] ?? '') as KilledWrite
const { kysely: db } = await connect(database)
const signedIn = {
  ...user,
  pageKeys: new Set(user.pageKeys),
  equipment: { hidden: new Set<never>(), writes: new Set(['walk_in', 'c4', 'other'] as const) },
}

function die(at: KilledWrite['step']): void {
  if (step === at) process.kill(process.pid, 'SIGKILL')
}

if (step === 'before asking is kept') {
  await db.transaction().execute(async (trx) => {
    await requestWrite(trx, draft, signedIn, now)
    die('before asking is kept')
  })
}
await requestOnce(db, draft, signedIn, now)
die('after asking is kept')
const sent = (await takeQueued(db, now)).find(({ op }) => op === 'write')
if (sent === undefined) throw new Error('nothing to send')
die('after it is taken to be sent')
const arrived = { storeId: store.storeId, terminal: store.terminalId, at: now, receivedAt: now }
const say = (st: 'accepted' | 'done') => ({
  ...arrived,
  result: { v: 1 as const, e: EPOCH, s: 1, id: sent.commandId, st, at: now },
})
await db.transaction().execute(async (trx) => {
  await storeResults(trx, [say('accepted')])
  die('before its delivery is kept')
})
die('after its delivery is kept')
await db.transaction().execute(async (trx) => {
  await storeResults(trx, [say('done')])
  die('before its end is kept')
})
die('after its end is kept')
