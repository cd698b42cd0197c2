import { Problem } from '@coldkeep/contract/problem'
import { isEnded } from '@coldkeep/domain/commands/command-state'
import { epochMs } from '@coldkeep/domain/time/instant'
import { localDate } from '@coldkeep/domain/time/local-date'
import { dayPeriod, localDateOf } from '@coldkeep/domain/time/store-calendar'
import type { Translate } from '@coldkeep/phrases/keys'
import * as z from 'zod/mini'
import { scopeOf, selectStoreInScope } from '../../access/scope'
import type { Handlers } from '../../calls/bind-call'
import type { Db } from '../../db/connect'
import { selectTargetCommands } from '../../jobs/job-queries'
import type { FieldLink } from '../../terminals/field-link'
import { presentLogFault } from '../../terminals/words/log-fault'
import { ownerOf } from '../download-owner'
import type { Downloads } from '../downloads'
import { checkLogs, LOG_KIND, logOrder, requestLogs } from '../logs/log-kind'
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

    orderLogs: async ({ db, user, body, clock, language }) => {
      const now = clock.now()
      const { storeId, logs, files: paths } = body
      if (logs !== undefined && logs.end < logs.start) throw new Problem('period.reversed')
      const store = await selectStoreInScope(db, scopeOf(user), storeId)
      const today = localDateOf(store.zone, now)
      const days = logs ?? (paths.length === 0 ? { start: today, end: today } : null)
      // files that are named are fetched whole
      const from = days === null ? epochMs(0) : dayPeriod(store.zone, localDate(days.start)).startAt
      const to = days === null ? now : epochMs(dayPeriod(store.zone, localDate(days.end)).endAt - 1)
      const input = { storeId, from, to, paths }
      await checkLogs(db, user, input)
      const id = await db.transaction().execute(async (trx) => {
        const begun = await requestLogs(trx, user, input, now)
        const title = `${store.code} ${store.name}`
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
