import { type WarningSetting, warningSetting, wireOfRule } from '@coldkeep/contract/areas/warning-rules'
import type { ScopedWarningRule, WarningKind } from '@coldkeep/domain/alarms/early-warning-rules'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import { rowChanged } from '../access/row-changed'
import type { SignedIn } from '../access/signed-in'
import { addAudit } from '../audit/add-audit'
import type { Db } from '../db/connect'
import { bareRule, selectWarningSettings, type WarningPlace } from './warning-place'
import { deleteWarningRule, writeWarningRule } from './warning-rule-queries'

interface PutRuleContext {
  readonly user: SignedIn
  readonly now: EpochMs
  /** Of the rule that was read; left out: whichever is current. */
  readonly revision?: number | null | undefined
}

/**
 * Gives a place its own rule of one kind, and audits it.
 * @throws Problem `row.changed` with the current rule
 */
export async function putWarningRule(
  trx: Db,
  { user, now, revision }: PutRuleContext,
  place: WarningPlace,
  rule: ScopedWarningRule,
): Promise<WarningSetting> {
  const before = await settingOf(trx, place, rule)
  const seen = revision === undefined ? before.revision : revision
  const write = { ...bareRule(rule), revision: seen, changedAt: now, changedBy: user.name }
  const isWritten = await writeWarningRule(trx, write)
  const after = await settingOf(trx, place, rule)
  if (!isWritten) throw rowChanged(warningSetting, after)
  await addAudit(trx, {
    ...auditOf(user, place, { before: wireOfRule(before), after: wireOfRule(after) }),
    at: now,
    kind: 'warning_rule.write',
  })
  return after
}

/**
 * Removes an own rule of one kind, and audits it.
 * @throws Problem `row.changed` with the current rule
 */
export async function dropWarningRule(
  trx: Db,
  { user, now, revision }: PutRuleContext,
  place: WarningPlace,
  kind: WarningKind,
): Promise<void> {
  const before = await settingOf(trx, place, { kind })
  const seen = revision ?? before.revision
  const isGone = seen !== null && (await deleteWarningRule(trx, place.scope, kind, seen))
  const after = await settingOf(trx, place, { kind })
  if (!isGone) throw rowChanged(warningSetting, after)
  await addAudit(trx, {
    ...auditOf(user, place, { before: wireOfRule(before), after: wireOfRule(after) }),
    at: now,
    kind: 'warning_rule.remove',
  })
}

async function settingOf(
  db: Db,
  place: WarningPlace,
  { kind }: Pick<WarningSetting, 'kind'>,
): Promise<WarningSetting> {
  const found = (await selectWarningSettings(db, place)).find((rule) => rule.kind === kind)
  if (found === undefined) throw new Error(`no rule of the kind ${kind}`)
  return found
}

function auditOf(user: SignedIn, { storeId, name }: WarningPlace, detail: Readonly<Record<string, unknown>>) {
  const by = { accountId: user.accountId, name: user.name }
  return { by, storeId, subject: name ?? 'default', detail, outcome: 'done' as const }
}
