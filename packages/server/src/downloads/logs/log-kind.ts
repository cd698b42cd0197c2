import { MOST_LOG_TERMINALS } from '@coldkeep/contract/areas/log-downloads'
import { Problem } from '@coldkeep/contract/problem'
import { isEnded } from '@coldkeep/domain/commands/command-state'
import type { JobId, StoreId } from '@coldkeep/domain/ids'
import { type EpochMs, seconds } from '@coldkeep/domain/time/instant'
import type { Translate } from '@coldkeep/phrases/keys'
import * as z from 'zod/mini'
import { scopeOf, selectStoreInScope } from '../../access/scope'
import type { SignedIn } from '../../access/signed-in'
import type { LogFiles } from '../../commands/log-files'
import type { Db, Trx } from '../../db/connect'
import { selectTargetCommands, type TargetCommand } from '../../jobs/job-queries'
import { cancelJob, startAtOnce } from '../../jobs/jobs'
import { checkSeesAll } from '../../terminals/check-equipment'
import { presentLogFault } from '../../terminals/words/log-fault'
import { type DownloadKind, NotYet } from '../download-kind'
import { LOG_JOB, logJob } from './log-job-kind'
import { selectRequestedTerminals } from './log-terminal-queries'
import { zipLogs } from './zip-logs'

export const LOG_KIND = 'logs'
const PAGE = '2-1-3'
const LOOKED_AT_EVERY_MS = seconds(5)

const storeIdShape = z.custom<StoreId>((value) => Number.isSafeInteger(value))

export const logOrder = z.object({
  /** `null`: of every store that the account saw. */
  storeId: z.nullable(storeIdShape),
  /** Those; none where one store is named. */
  storeIds: z._default(z.array(storeIdShape), []),
  /** Epoch milliseconds, both included. */
  from: z.number(),
  to: z.number(),
  paths: z.array(z.string()),
  /** By which the terminals of the store hand them over. */
  jobId: z.custom<JobId>((value) => Number.isSafeInteger(value)),
})
export type LogOrder = z.output<typeof logOrder>
type NewLogs = Omit<LogOrder, 'jobId'>

/** @throws Problem `access.equipment`, `store.unknown` */
export async function checkLogs(db: Db, user: SignedIn, order: NewLogs): Promise<void> {
  // lines of a log mention all equipment
  checkSeesAll(user)
  for (const storeId of storesOf(order)) await selectStoreInScope(db, scopeOf(user), storeId)
}

function storesOf({ storeId, storeIds }: NewLogs): readonly StoreId[] {
  return storeId === null ? storeIds : [storeId]
}

/**
 * Has every terminal of the stores hand over its logs.
 * @returns what is stored of the order
 * @throws Problem `log.no_terminal`, `log.too_many`
 */
export async function requestLogs(
  trx: Trx,
  { accountId, name }: SignedIn,
  order: NewLogs,
  at: EpochMs,
): Promise<LogOrder> {
  const { from, to, paths } = order
  const places = await selectRequestedTerminals(trx, storesOf(order))
  if (places.length === 0) throw new Problem('log.no_terminal')
  if (places.length > MOST_LOG_TERMINALS) throw new Problem('log.too_many', { limit: MOST_LOG_TERMINALS })
  const draft = { kind: LOG_JOB, input: { from, to, paths }, by: { accountId, name }, at }
  return { ...order, jobId: await startAtOnce(trx, logJob, draft, places) }
}

/** What an order is called by. */
export function logTitle(
  store: { readonly code: string; readonly name: string } | null,
  translate: Translate,
): string {
  return store === null ? translate('logDownload.allStores') : `${store.code} ${store.name}`
}

/** Logs of the terminals of a store in one file: a job has each hand over its own, and what comes is put together. */
export function logKind({ logs }: { readonly logs: LogFiles }): DownloadKind<LogOrder> {
  return {
    page: PAGE,
    input: logOrder,
    check: checkLogs,
    begin: requestLogs,

    cancel: (trx, { jobId }, now) => cancelJob(trx, jobId, now),

    async make({ db, input: { storeId, jobId }, user, translate, report }) {
      const commands = await selectTargetCommands(db, jobId)
      const ended = commands.filter(({ state }) => isEnded(state))
      report(ended.length, commands.length)
      if (ended.length < commands.length) throw new NotYet(LOOKED_AT_EVERY_MS)
      const came = await filesOf(ended, logs)
      const missing = ended.filter(({ terminalId }) => !came.some((file) => file.terminalId === terminalId))
      // the reason of each is shown with the order
      if (came.length === 0) throw new Problem('log.none_came')
      const reasons = missing.map((command) => reason(command, translate))
      const store = storeId === null ? null : await selectStoreInScope(db, scopeOf(user), storeId)
      return {
        name: `${logTitle(store, translate)} ${translate('logDownload.fileWord')}.zip`,
        mediaType: 'application/zip',
        content: zipLogs(came, reasons),
      }
    },
  }
}

async function filesOf(commands: readonly TargetCommand[], logs: LogFiles) {
  const found = await Promise.all(
    commands.map(async ({ terminalId, commandId, state }) => {
      const file = state === 'done' ? await logs.find(commandId) : null
      return file === null ? [] : [{ terminalId, open: () => file.open() }]
    }),
  )
  return found.flat()
}

/** Why a terminal handed over nothing. */
function reason(command: TargetCommand, translate: Translate): string {
  return `${command.terminalId}: ${presentLogFault(command, translate)}`
}
