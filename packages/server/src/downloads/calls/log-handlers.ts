import { MOST_LOG_TERMINALS } from '@coldkeep/contract/areas/log-downloads'
import { Problem } from '@coldkeep/contract/problem'
import { isEnded } from '@coldkeep/domain/commands/command-state'
import { type EpochMs, epochMs } from '@coldkeep/domain/time/instant'
import { localDate } from '@coldkeep/domain/time/local-date'
import { dayPeriod, localDateOf } from '@coldkeep/domain/time/store-calendar'
import type { Translate } from '@coldkeep/phrases/keys'
import * as z from 'zod/mini'
import { scopeOf, selectStoreInScope } from '../../access/scope'
import type { SignedIn } from '../../access/signed-in'
import type { Handlers } from '../../calls/bind-call'
import type { Db } from '../../db/connect'
import { selectTargetCommands } from '../../jobs/job-queries'
import type { FieldLink } from '../../terminals/field-link'
import { presentLogFault } from '../../terminals/words/log-fault'
import { ownerOf } from '../download-owner'
import type { Downloads } from '../downloads'
import { checkLogs, LOG_KIND, logOrder, logTitle, requestLogs } from '../logs/log-kind'
import { selectLogStores } from '../logs/log-terminal-queries'
import { orderDownload } from '../order-download'
import { type OwnDownload, selectDownloads } from '../own-download-queries'
import { presentDownload } from '../words/present-download'

type LogCall = 'logStatus' | 'orderLogs' | 'listLogs'

/** What ordering logs of terminals needs. */
export interface LogCallParts {
  readonly downloads: Pick<Downloads, 'wake'>
  readonly field: Pick<FieldLink, 'wake'>
}

export function logHandlers({ downloads, field }: LogCallParts): Pick<Handlers, LogCall> {
  return {
    logStatus: async ({ db, user, translate }) => {
      const rows = await selectDownloads(db, ownerOf(user), [LOG_KIND])
      return { jobs: rows.map((row) => presentDownload(row, translate)) }
    },

    orderLogs: async ({ db, user, body, clock, language, translate }) => {
      const now = clock.now()
      const { storeId, logs, files: paths } = body
      if (logs !== undefined && logs.end < logs.start) throw new Problem('period.reversed')
      const store = storeId === null ? null : await selectStoreInScope(db, scopeOf(user), storeId)
      const stores = store === null ? await selectOrderedStores(db, user) : [store]
      const { from, to } = spanOf(stores, { logs, paths }, now)
      const storeIds = store === null ? stores.map((one) => one.storeId) : []
      const input = { storeId, storeIds, from, to, paths }
      await checkLogs(db, user, input)
      const id = await db.transaction().execute(async (trx) => {
        const begun = await requestLogs(trx, user, input, now)
        const title = logTitle(store, translate)
        return orderDownload(trx, user, { kind: LOG_KIND, input: begun, title, language }, now)
      })
      field.wake()
      downloads.wake()
      return { id }
    },

    listLogs: async ({ db, user, translate }) => {
      const rows = await selectDownloads(db, ownerOf(user), [LOG_KIND])
      const records = rows.map(async (row) => ({
        ...presentDownload(row, translate),
        terminals: await presentTerminals(db, row, translate),
      }))
      return { records: await Promise.all(records) }
    },
  }
}

/** @throws Problem `log.no_terminal`, `log.too_many` */
async function selectOrderedStores(db: Db, user: SignedIn) {
  const stores = await selectLogStores(db, scopeOf(user), MOST_LOG_TERMINALS + 1)
  if (stores.length === 0) throw new Problem('log.no_terminal')
  if (stores.length > MOST_LOG_TERMINALS) throw new Problem('log.too_many', { limit: MOST_LOG_TERMINALS })
  return stores
}

interface OrderedLines {
  readonly logs: { readonly start: string; readonly end: string } | undefined
  readonly paths: readonly string[]
}

/** The days that are ordered at each store, else the current one; files that are named are fetched whole. */
function spanOf(
  stores: readonly { readonly zone: string }[],
  { logs, paths }: OrderedLines,
  now: EpochMs,
): { from: EpochMs; to: EpochMs } {
  if (logs === undefined && paths.length > 0) return { from: epochMs(0), to: now }
  const spans = stores.map(({ zone }) => {
    const today = localDateOf(zone, now)
    const [first, last] = logs === undefined ? [today, today] : [localDate(logs.start), localDate(logs.end)]
    return { startAt: dayPeriod(zone, first).startAt, endAt: dayPeriod(zone, last).endAt }
  })
  return {
    from: epochMs(Math.min(...spans.map(({ startAt }) => startAt))),
    to: epochMs(Math.max(...spans.map(({ endAt }) => endAt)) - 1),
  }
}

async function presentTerminals(db: Db, row: OwnDownload, translate: Translate) {
  const { jobId } = z.parse(logOrder, row.input)
  const commands = await selectTargetCommands(db, jobId)
  return commands.map((command) => ({
    id: command.terminalId,
    state: command.state,
    isOnline: command.connection === 'online',
    expiresAt: command.expiresAt,
    error: command.state === 'done' || !isEnded(command.state) ? null : presentLogFault(command, translate),
  }))
}
