import { epochMs } from '@coldkeep/domain/time/instant'
import type { KyselyPlugin } from 'kysely'
import { pino } from 'pino'
import { connect } from '../db/connect'
import { jobKinds } from '../job-kinds'
import type { JobKind } from '../jobs/job-kind'
import { startJobs } from '../jobs/start-jobs'
import type { KilledJob } from './killed-job'

// Begins what waits of all jobs, as a server does, and writes a line for each target; as far as the step at which it is
// killed.
const { database: options, startMs, death } = JSON.parse(process.argv[2] ?? '') as KilledJob
const aheadMs = startMs - Date.now()
let targets = 0

function die(at: NonNullable<KilledJob['death']>['step'], target: number): void {
  if (death?.step === at && death.target === target) process.kill(process.pid, 'SIGKILL')
}

function watched(kind: JobKind<unknown>): JobKind<unknown> {
  return {
    input: kind.input,
    async open(db, input) {
      die('once it is claimed', targets + 1)
      const begin = await kind.open(db, input)
      return async (trx, target) => {
        targets += 1
        process.stdout.write(`${target.jobId} ${target.storeId}\n`)
        die('before it is begun', targets)
        return begin(trx, target)
      }
    },
  }
}

/** A target's row is deleted and what became of it inserted in the transaction of what it causes. */
const dying: KyselyPlugin = {
  transformQuery({ node }) {
    const isOfTargets = JSON.stringify(node).includes('"name":"job_target"')
    if (isOfTargets && node.kind === 'DeleteQueryNode') die('before its row is replaced', targets)
    if (isOfTargets && node.kind === 'InsertQueryNode') die('while its row is replaced', targets)
    return node
  },
  transformResult: async ({ result }) => result,
}

const database = await connect(options)
const jobs = startJobs({
  db: database.kysely.withPlugin(dying),
  clock: { now: () => epochMs(Date.now() + aheadMs) },
  log: pino({ level: 'warn' }, pino.destination(2)),
  kinds: Object.fromEntries(Object.entries(jobKinds).map(([name, kind]) => [name, watched(kind)])),
  wake: () => die('after what it became is kept', targets),
})
await jobs.round()
await jobs.close()
await database.close()
