import { gapManners, type ReleaseOutcome } from '@coldkeep/contract/areas/field-health'
import type { IngestProblem } from '@coldkeep/contract/mqtt/ingest-problem'
import { Problem } from '@coldkeep/contract/problem'
import type { DepartmentId, QuarantineId, StoreId } from '@coldkeep/domain/ids'
import { days, type EpochMs, epochMs } from '@coldkeep/domain/time/instant'
import { scopeOf, selectScope, selectStoreInScope } from '../../access/scope'
import type { SignedIn } from '../../access/signed-in'
import type { Alarms } from '../../alarms/alarms'
import { type AuditEntry, addAudit } from '../../audit/add-audit'
import type { Handlers } from '../../calls/bind-call'
import type { Db } from '../../db/connect'
import { selectDevice } from '../../devices/device-queries'
import { deleteQuarantined } from '../../ingest/quarantined-queries'
import { type ReadAgain, readAgain } from '../../ingest/read-again'
import type { MarkLateDays } from '../../ingest/store-batch'
import { checkSeesAll } from '../../terminals/check-equipment'
import { selectTerminal } from '../../terminals/terminal-queries'
import { readBusHealth } from '../bus-health'
import {
  countEvents,
  countQuarantine,
  type QuarantinedRow,
  type StoreFilter,
  selectConflicts,
  selectEvents,
  selectGaps,
  selectQuarantine,
  selectQuarantined,
} from '../field-health-queries'
import { previewOf } from '../preview'

type FieldHealthCall =
  | 'busHealth'
  | 'listQuarantine'
  | 'getQuarantined'
  | 'releaseQuarantined'
  | 'discardQuarantined'
  | 'terminalEvents'
  | 'deviceGaps'

const LONGEST_GAPS_DAYS = 40
const MOST_GAPS = 100

/** What reading again what was put aside needs. */
export interface FieldHealthCallParts {
  readonly alarms: Alarms
  readonly markLateDays: MarkLateDays
}

export function fieldHealthHandlers({
  alarms,
  markLateDays,
}: FieldHealthCallParts): Pick<Handlers, FieldHealthCall> {
  return {
    busHealth: async ({ db, user, query, clock }) =>
      readBusHealth(db, await filterOf(db, user, query.departmentId, query.storeId), clock.now()),

    listQuarantine: async ({ db, user, query }) => {
      const place = await filterOf(db, user, query.departmentId, query.storeId)
      const filter = { ...place, text: query.search.trim() }
      const { page, pageSize } = query
      const reason = query.reason === 'all' ? null : query.reason
      const rows = await selectQuarantine(
        db,
        { ...filter, reason },
        { offset: (page - 1) * pageSize, limit: pageSize },
      )
      const counts = (await countQuarantine(db, filter)).map((row) => ({
        reason: row.reason as IngestProblem,
        count: row.count,
      }))
      return {
        messages: rows.map((row) => ({
          id: row.quarantineId,
          store: { id: row.storeId, code: row.storeCode, name: row.storeName, zone: row.zone },
          terminalId: row.terminalId,
          receivedAt: row.receivedAt,
          channel: row.topic.slice(row.topic.lastIndexOf('/') + 1),
          reason: row.reason as IngestProblem,
          sizeBytes: row.sizeBytes,
        })),
        total: counts
          .filter((row) => reason === null || row.reason === reason)
          .reduce((sum, row) => sum + row.count, 0),
        page,
        pageSize,
        counts,
        conflicts: (await selectConflicts(db, place)).map((row) => ({
          store: { id: row.storeId, code: row.storeCode, name: row.storeName, zone: row.zone },
          terminalId: row.terminalId,
          count: row.conflicts,
        })),
      }
    },

    getQuarantined: async ({ db, user, params }) => {
      checkSeesAll(user)
      const [row] = await selectQuarantined(db, scopeOf(user), [params.id])
      if (row === undefined) throw new Problem('quarantine.unknown')
      const { atMs, rows, text, isText, isCut } = previewOf(row.body)
      return {
        id: row.quarantineId,
        reason: row.reason as IngestProblem,
        at: atMs,
        rows,
        text,
        isText,
        isCut,
      }
    },

    releaseQuarantined: async ({ db, user, body, clock }) => {
      const chosen = await chosenOf(db, user, body.ids)
      const results = []
      for (const row of chosen) {
        const { terminalId: terminal, topic, receivedAt, body: bytes } = row
        const read = await readAgain(
          { db, alarms, markLateDays, clock },
          { terminal, topic, receivedAt, bytes },
        )
        const outcome = outcomeOf(read)
        await db.transaction().execute(async (trx) => {
          if (outcome === 'stored') await deleteQuarantined(trx, row)
          const detail = { reason: row.reason, outcome, cycles: read.stored, problem: read.problem }
          const audited = entry(user, row, 'quarantine.release', clock.now(), detail)
          await addAudit(trx, { ...audited, outcome: outcome === 'refused' ? 'refused' : 'done' })
        })
        results.push({ id: row.quarantineId, outcome, cycles: read.stored, problem: read.problem })
      }
      return { results }
    },

    discardQuarantined: async ({ db, user, body, clock }) => {
      const chosen = await chosenOf(db, user, body.ids)
      const discarded = await db.transaction().execute(async (trx) => {
        let count = 0
        for (const row of chosen) {
          if (!(await deleteQuarantined(trx, row))) continue
          count++
          const detail = { reason: row.reason, sizeBytes: row.body.length }
          await addAudit(trx, entry(user, row, 'quarantine.discard', clock.now(), detail))
        }
        return count
      })
      return { discarded }
    },

    terminalEvents: async ({ db, user, params, query }) => {
      const terminal = await selectTerminal(db, scopeOf(user), params.terminalId)
      if (terminal === null) throw new Problem('terminal.unknown')
      const { page, pageSize } = query
      const kind = query.kind === 'all' ? null : query.kind
      const filter = { storeId: terminal.storeId, terminalId: terminal.terminalId, kind }
      const rows = await selectEvents(db, filter, { offset: (page - 1) * pageSize, limit: pageSize })
      return {
        events: rows.map((row) => ({
          at: row.at,
          receivedAt: row.receivedAt,
          kind: row.kind,
          detail: row.detail as Readonly<Record<string, string | number | boolean | null>>,
        })),
        total: await countEvents(db, filter),
        page,
        pageSize,
      }
    },

    deviceGaps: async ({ db, user, params, query }) => {
      const device = await selectDevice(db, scopeOf(user), params.deviceId)
      if (device === null) throw new Problem('device.unknown')
      const { start, end } = query
      if (end <= start) throw new Problem('period.reversed')
      if (end - start > days(LONGEST_GAPS_DAYS))
        throw new Problem('period.too_long', { days: LONGEST_GAPS_DAYS })
      // a gap is reported after its end
      const rows = await selectGaps(db, device, epochMs(start), 10 * MOST_GAPS)
      const gaps = rows.flatMap(({ detail }) => gapOf(detail) ?? [])
      return { gaps: gaps.filter((gap) => gap.from < end && gap.to >= start).slice(0, MOST_GAPS) }
    },
  }
}

async function filterOf(
  db: Db,
  user: SignedIn,
  departmentId: DepartmentId | null,
  storeId: StoreId | null,
): Promise<StoreFilter> {
  const scope = await selectScope(db, user, departmentId)
  const store = storeId === null ? null : await selectStoreInScope(db, scope, storeId)
  return { scope, storeId: store?.storeId ?? null }
}

/** @throws Problem `quarantine.unknown` unless all of them are in stores of the caller */
async function chosenOf(db: Db, user: SignedIn, ids: readonly QuarantineId[]): Promise<QuarantinedRow[]> {
  const unique = [...new Set(ids)]
  const rows = await selectQuarantined(db, scopeOf(user), unique)
  if (rows.length < unique.length) throw new Problem('quarantine.unknown')
  return rows
}

function outcomeOf({ stored, problem }: ReadAgain): ReleaseOutcome {
  if (problem === null) return 'stored'
  return stored > 0 ? 'partly' : 'refused'
}

function entry(
  user: SignedIn,
  { storeId, terminalId }: QuarantinedRow,
  kind: string,
  at: EpochMs,
  detail: Readonly<Record<string, unknown>>,
): AuditEntry {
  const by = { accountId: user.accountId, name: user.name }
  return { at, by, storeId, kind, subject: terminalId, detail, outcome: 'done' }
}

/** Events come from a terminal: a gap that cannot be drawn is left out. */
function gapOf({ from, to, how, count }: Readonly<Record<string, unknown>>) {
  const manner = gapManners.find((one) => one === how)
  if (manner === undefined || !isInstant(from) || !isInstant(to) || from > to) return null
  return { from, to, how: manner, count: Number.isSafeInteger(count) ? Number(count) : 0 }
}

function isInstant(value: unknown): value is number {
  return typeof value === 'number' && Math.abs(value) <= 8.64e15
}
