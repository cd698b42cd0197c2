import { createHash } from 'node:crypto'
import { wireOfRule } from '@coldkeep/contract/areas/warning-rules'
import { type FieldProblem, Problem } from '@coldkeep/contract/problem'
import {
  DEFAULT_WARNING_RULES,
  type ScopedWarningRule,
  type WarningRule,
} from '@coldkeep/domain/alarms/early-warning-rules'
import type { SettingScope } from '@coldkeep/domain/organisation/setting-scope'
import { scopeKey } from '@coldkeep/domain/organisation/setting-scope'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import type { Translate } from '@coldkeep/phrases/keys'
import { scopeOf } from '../access/scope'
import type { SignedIn } from '../access/signed-in'
import { addAudit } from '../audit/add-audit'
import type { Db } from '../db/connect'
import { type RuleFileFault, readRuleFile } from './read-rule-file'
import { selectDepartmentNames } from './setting-place-queries'
import { isOfCompany } from './warning-place'
import {
  holdWarningRules,
  replaceWarningRules,
  selectStoreNames,
  selectWarningRules,
  type WrittenWarningRule,
} from './warning-rule-queries'

const LISTED_AT_MOST = 200
const NAMED_ROWS = 20

interface Change {
  readonly row: number
  readonly rule: ScopedWarningRule
  readonly name: string | null
  readonly before: WrittenWarningRule | null
}

interface Judged {
  readonly changes: readonly Change[]
  readonly unchanged: number
  readonly faults: readonly RuleFileFault[]
  /** A digest of the rules that the file names, as they are now. */
  readonly state: string
}

/** What a file would change, or all that is wrong with it. */
export async function lookAtImport(db: Db, user: SignedIn, document: unknown, translate: Translate) {
  return presentImport(await judge(db, user, document), translate)
}

/**
 * Takes a file as a whole.
 * @throws Problem where a row has a fault, or where the rules are no longer those that were looked at
 */
export async function importRules(
  db: Db,
  user: SignedIn,
  sent: { readonly data: unknown; readonly state?: string | undefined },
  now: EpochMs,
  translate: Translate,
) {
  return db.transaction().execute(async (trx) => {
    await holdWarningRules(trx)
    const judged = await judge(trx, user, sent.data)
    if (judged.faults.length > 0) throw refusal(judged.faults)
    if (sent.state !== undefined && sent.state !== judged.state) throw new Problem('row.changed')
    const { changes } = judged
    if (changes.length > 0) {
      const rules = changes.map(({ rule }) => rule)
      await replaceWarningRules(trx, rules, { changedAt: now, changedBy: user.name })
      await addAudit(trx, {
        at: now,
        by: { accountId: user.accountId, name: user.name },
        storeId: null,
        kind: 'warning_rule.import',
        subject: `${changes.length}`,
        detail: {
          changes: changes.slice(0, LISTED_AT_MOST).map(({ rule, before }) => ({
            before: before === null ? null : wireOfRule(before),
            after: wireOfRule(rule),
          })),
        },
        outcome: 'done',
      })
    }
    return presentImport(judged, translate)
  })
}

async function judge(db: Db, user: SignedIn, document: unknown): Promise<Judged> {
  const file = readRuleFile(document)
  const visible = scopeOf(user)
  const storeIds = file.rules.flatMap(({ rule: { scope } }) =>
    scope.kind === 'store' ? [scope.storeId] : [],
  )
  const [departments, stores, mayDefault, written] = await Promise.all([
    selectDepartmentNames(db, visible),
    selectStoreNames(db, visible, storeIds),
    isOfCompany(db, user),
    selectWarningRules(db, storeIds),
  ])
  const nameOf = (scope: SettingScope) => {
    if (scope.kind === 'default') return mayDefault ? null : undefined
    return scope.kind === 'store' ? stores.get(scope.storeId) : departments.get(scope.departmentId)
  }
  const own = new Map(written.map((rule) => [keyOf(rule), rule]))
  const faults = [...file.faults]
  const changes: Change[] = []
  const revisions: string[] = []
  for (const { row, rule } of file.rules) {
    const name = nameOf(rule.scope)
    if (name === undefined) {
      faults.push({ row, field: rule.scope.kind === 'default' ? 'scope' : 'scope_id', problem: 'foreign' })
      continue
    }
    const before = own.get(keyOf(rule)) ?? null
    revisions.push(`${keyOf(rule)} ${before?.revision ?? 0}`)
    const current = before ?? (rule.scope.kind === 'default' ? DEFAULT_WARNING_RULES[rule.kind] : null)
    if (current === null || !isSame(current, rule)) changes.push({ row, rule, name, before })
  }
  faults.sort((one, other) => (one.row ?? 0) - (other.row ?? 0))
  const state = createHash('sha256').update(revisions.sort().join('\n')).digest('hex')
  return { changes, unchanged: file.rules.length - changes.length, faults, state }
}

function presentImport({ changes, unchanged, faults, state }: Judged, translate: Translate) {
  return {
    changes: changes.slice(0, LISTED_AT_MOST).map(({ row, rule, name, before }) => ({
      row,
      scope: rule.scope.kind,
      name,
      type: rule.kind,
      before: before === null ? null : valuesOf(before),
      after: valuesOf(rule),
    })),
    total: changes.length,
    unchanged,
    faults: faults.slice(0, LISTED_AT_MOST).map(({ row, field, problem }) => ({
      row,
      field,
      message: translate(`warningRules.fault.${problem}`),
    })),
    state,
  }
}

/** Names every row at fault, and the fields of the first of them. */
function refusal(faults: readonly RuleFileFault[]): Problem {
  const rows = [...new Set(faults.flatMap(({ row }) => row ?? []))]
  const fields: Record<string, FieldProblem> = {}
  for (const { row, field, problem } of faults.slice(0, LISTED_AT_MOST)) {
    const path = row === null ? `data.${field}` : `data.rules.${row - 1}.${field}`
    fields[path] ??= fieldProblems[problem]
  }
  const named = rows.slice(0, NAMED_ROWS).join(', ') + (rows.length > NAMED_ROWS ? ' …' : '')
  return new Problem('warning_rule.faulty_file', { rows: named === '' ? '-' : named }, fields)
}

const fieldProblems = {
  missing: 'missing',
  type: 'type',
  range: 'range',
  length: 'length',
  format: 'format',
  choice: 'choice',
  unknown: 'unknown',
  repeated: 'choice',
  foreign: 'choice',
  scope: 'choice',
  version: 'choice',
} as const satisfies Record<RuleFileFault['problem'], FieldProblem>

function valuesOf({ isEnabled, x, minutes, intensity, windowHours }: WarningRule) {
  return { enabled: isEnabled, x, y: minutes, intensity, windowH: windowHours }
}

function isSame(one: WarningRule, other: WarningRule): boolean {
  return JSON.stringify(valuesOf(one)) === JSON.stringify(valuesOf(other))
}

function keyOf({ scope, kind }: Pick<ScopedWarningRule, 'scope' | 'kind'>): string {
  return `${scopeKey(scope)} ${kind}`
}
