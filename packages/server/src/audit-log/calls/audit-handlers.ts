import { Readable } from 'node:stream'
import { auditOutcomes, MOST_AUDIT_COUNTED, MOST_AUDIT_ROWS } from '@coldkeep/contract/areas/audit'
import type { calls } from '@coldkeep/contract/calls'
import { Problem } from '@coldkeep/contract/problem'
import { epochMs } from '@coldkeep/domain/time/instant'
import { selectScope, selectStoreInScope } from '../../access/scope'
import { addAudit } from '../../audit/add-audit'
import { csvHead, csvLine } from '../../audit/audit-csv'
import type { SealedRow } from '../../audit/audit-row'
import { sealAudit } from '../../audit/seal-audit'
import type { Handlers } from '../../calls/bind-call'
import type { CallContext } from '../../calls/context'
import { selectRootDepartmentId } from '../../organisation/organisation-queries'
import { type AuditFilter, countEntries, readSealed, selectEntries, selectKinds } from '../audit-queries'

type ExportContext = CallContext<(typeof calls)['exportAudit']>
type ExportRequest = Pick<ExportContext, 'db' | 'user' | 'query'>

export const auditHandlers = {
  listAudit: async ({ db, user, query }) => {
    await sealAudit(db)
    const { page, pageSize } = query
    const filter = await filterOf({ db, user, query })
    const [entries, total, kinds] = await Promise.all([
      selectEntries(db, filter, { offset: (page - 1) * pageSize, limit: pageSize }),
      countEntries(db, filter, MOST_AUDIT_COUNTED),
      selectKinds(db, filter),
    ])
    return { entries: entries.map(presentEntry), total, page, pageSize, kinds }
  },

  exportAudit: async ({ db, user, query, clock }) => {
    const filter = await filterOf({ db, user, query })
    await sealAudit(db)
    if ((await countEntries(db, filter, MOST_AUDIT_ROWS + 1)) > MOST_AUDIT_ROWS) {
      throw new Problem('audit.too_many', { count: MOST_AUDIT_ROWS }, { 'query.since': 'range' })
    }
    const by = { accountId: user.accountId, name: user.name }
    const detail = Object.fromEntries(Object.entries(query).filter(([, value]) => value != null))
    const entry = { at: clock.now(), by, storeId: null, kind: 'audit.export', subject: user.name, detail }
    await addAudit(db, { ...entry, outcome: 'done' })
    return { from: 'stream', stream: Readable.from(csvOf(readSealed(db, filter))) }
  },
} satisfies Pick<Handlers, 'listAudit' | 'exportAudit'>

async function filterOf({ db, user, query }: ExportRequest): Promise<AuditFilter> {
  const scope = await selectScope(db, user, query.departmentId)
  const store = query.storeId === null ? null : await selectStoreInScope(db, scope, query.storeId)
  const seesAll = query.departmentId === null && user.departmentId === (await selectRootDepartmentId(db))
  return {
    scope: seesAll ? null : scope,
    shown: scope.hidden.size === 0 ? null : scope,
    storeId: store?.storeId ?? null,
    since: query.since === undefined ? null : epochMs(query.since),
    until: query.until === undefined ? null : epochMs(query.until),
    account: query.account.trim(),
    subject: query.search.trim(),
    kind: query.kind,
    outcome: query.outcome === 'all' ? null : query.outcome,
  }
}

type Entry = Awaited<ReturnType<typeof selectEntries>>[number]

function presentEntry(entry: Entry) {
  const { position, at, accountId, accountName, kind, subject, detail, hash } = entry
  const { storeId, storeCode, storeName } = entry
  const outcome = auditOutcomes.find((one) => one === entry.outcome) ?? 'done'
  const store = storeId === null ? null : { id: storeId, code: storeCode ?? '', name: storeName ?? '' }
  const account = { id: accountId, name: accountName }
  const hex = Buffer.from(hash).toString('hex')
  return { position, at, account, kind, subject, store, outcome, detail: { ...detail }, hash: hex }
}

const LINES_AT_ONCE = 500

async function* csvOf(rows: AsyncIterable<SealedRow>): AsyncGenerator<string> {
  let text = csvHead()
  let lines = 0
  for await (const row of rows) {
    text += csvLine(row)
    if (++lines % LINES_AT_ONCE > 0) continue
    yield text
    text = ''
  }
  yield text
}
