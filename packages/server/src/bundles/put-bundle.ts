import { fetchBundle } from '@coldkeep/contract/areas/field'
import { addressOf } from '@coldkeep/contract/call'
import { ok, type Result } from '@coldkeep/domain/result'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import type { Actor } from '../audit/add-audit'
import { cancelUntaken } from '../commands/command-queries'
import { makeCommand } from '../commands/make-command'
import { canonicalJson } from '../db/canonical-json'
import type { Db, Trx } from '../db/connect'
import {
  type BundleTarget,
  type DesiredDocument,
  insertBundle,
  lockTerminalOfBundles,
  replaceUntaken,
  selectDesiredDocuments,
  selectGivenRevision,
  selectRunningRevision,
} from './bundle-queries'
import type { BundleScript } from './bundle-script-queries'
import { recordBundleScripts } from './bundle-scripts'
import { prepareBusCounts } from './bus-counts'
import { checkDocument, compileBundle, type DocumentFault } from './compile-bundle'
import { selectListedRevision, selectOwnPoints } from './point-list-queries'
import { listsOf, openLists } from './point-lists'

/**
 * Called, in the transaction that makes a revision, with the ports of a terminal that lead elsewhere in it.
 */
type PortsMoved = (trx: Trx, target: BundleTarget, portIds: readonly string[], now: EpochMs) => Promise<void>

/** Looks at a document as {@link putBundle} would, and changes nothing. */
export async function checkBundle(
  db: Db,
  { storeId, terminalId }: BundleTarget,
  document: unknown,
): Promise<readonly DocumentFault[]> {
  const points = await selectOwnPoints(db, storeId, terminalId)
  const checked = checkDocument(document, points)
  return checked.ok ? [] : checked.problem
}

/**
 * Makes a document the desired configuration of a terminal: its next revision, the point lists under which
 * its readings will be stored, and the command that announces it. Older revisions that have not reached the
 * terminal are dropped.
 * @returns the revision, or all that is wrong with the document
 */
export function putBundle(
  db: Db,
  target: BundleTarget,
  document: unknown,
  putting: Omit<PutBundleParts, 'scripts'>,
): Promise<Result<number, readonly DocumentFault[]>> {
  return db
    .transaction()
    .execute((trx) => putBundleWithin(trx, target, document, { ...putting, scripts: [] }))
}

interface PutBundleParts {
  readonly by: Actor
  readonly now: EpochMs
  readonly portsMoved: PortsMoved
  /** Script files that are put into the document now. */
  readonly scripts: readonly BundleScript[]
}

/** The same as part of a transaction, which has to be given up where there are faults. */
export async function putBundleWithin(
  trx: Trx,
  { storeId, terminalId }: BundleTarget,
  document: unknown,
  { by, now, scripts, portsMoved }: PutBundleParts,
): Promise<Result<number, readonly DocumentFault[]>> {
  // one at a time, so that each gets a revision of its own
  await lockTerminalOfBundles(trx, terminalId)
  const points = await selectOwnPoints(trx, storeId, terminalId)
  const checked = checkDocument(document, points)
  if (!checked.ok) return checked
  const before = (await selectDesiredDocuments(trx, [terminalId])).get(terminalId) ?? null
  await portsMoved(trx, { storeId, terminalId }, changedPorts(before, checked.value), now)
  const revision = await nextRevision(trx, { storeId, terminalId })
  const statistics = await prepareBusCounts(trx, storeId, checked.value, points)
  const { body, sha256 } = compileBundle(checked.value, { terminalId, revision }, statistics)
  await giveUpOlder(trx, { storeId, terminalId }, now)
  const commandId = await makeCommand(
    trx,
    {
      storeId,
      terminalId,
      op: 'cfg.apply',
      arg: () => ({ rev: revision, sha256, size: body.length, url: addressOf(fetchBundle, { sha256 }, {}) }),
      by,
    },
    now,
  )
  await insertBundle(trx, { storeId, terminalId, revision, sha256, body, commandId, createdBy: by.name }, now)
  await recordBundleScripts(trx, { storeId, terminalId }, revision, {
    before,
    document: checked.value,
    given: scripts,
  })
  await openLists(trx, { storeId, terminalId, revision }, listsOf(checked.value, points))
  return ok(revision)
}

/** Names of ports that lead elsewhere, or nowhere, in the new document. */
function changedPorts(before: DesiredDocument | null, after: Pick<DesiredDocument, 'ports'>): string[] {
  const kept = new Set(after.ports.map(canonicalJson))
  return (before?.ports ?? []).filter((port) => !kept.has(canonicalJson(port))).map(({ id }) => id)
}

/** Above all that the terminal ever had, from a file too. */
async function nextRevision(trx: Db, target: BundleTarget): Promise<number> {
  const { storeId, terminalId } = target
  const given = await selectGivenRevision(trx, target)
  const running = await selectRunningRevision(trx, storeId, terminalId)
  const listed = await selectListedRevision(trx, storeId, terminalId)
  return 1 + Math.max(given ?? 0, running ?? 0, listed ?? 0)
}

async function giveUpOlder(trx: Db, target: BundleTarget, now: EpochMs): Promise<void> {
  await replaceUntaken(trx, target, now)
  await cancelUntaken(trx, target, 'cfg.apply', now)
}
