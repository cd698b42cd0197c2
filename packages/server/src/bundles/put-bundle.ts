import { ok, type Result } from '@coldkeep/domain/result'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import type { Actor } from '../audit/add-audit'
import { makeCommand } from '../commands/make-command'
import { canonicalJson } from '../db/canonical-json'
import type { Db, Trx } from '../db/connect'
import { BUNDLE_PATH, type BundleTarget, selectWantedDocuments, type WantedDocument } from './bundle-queries'
import { type BundleScript, noteBundleScripts } from './bundle-scripts'
import { prepareBusCounts } from './bus-counts'
import { checkDocument, compileBundle, type DocumentFault } from './compile-bundle'
import { listsOf, openLists, selectOwnPoints } from './point-lists'

/** Is told, in the transaction that makes a revision, which ports of a terminal lead elsewhere in it. */
export type PortsMoved = (
  trx: Trx,
  target: BundleTarget,
  portIds: readonly string[],
  now: EpochMs,
) => Promise<void>

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
 * Makes a document the wanted configuration of a terminal: its next revision, the point lists under which its readings
 * will be stored, and the command that tells it. What an older revision did not reach is not wanted any more.
 * @returns the revision, or all that is wrong with the document
 */
export function putBundle(
  db: Db,
  target: BundleTarget,
  document: unknown,
  putting: Omit<Putting, 'scripts'>,
): Promise<Result<number, readonly DocumentFault[]>> {
  return db
    .transaction()
    .execute((trx) => putBundleWithin(trx, target, document, { ...putting, scripts: [] }))
}

interface Putting {
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
  { by, now, scripts, portsMoved }: Putting,
): Promise<Result<number, readonly DocumentFault[]>> {
  // one at a time, so that each gets a revision of its own
  await trx
    .selectFrom('terminal')
    .select('terminalId')
    .where('terminalId', '=', terminalId)
    .forUpdate()
    .execute()
  const points = await selectOwnPoints(trx, storeId, terminalId)
  const checked = checkDocument(document, points)
  if (!checked.ok) return checked
  const before = (await selectWantedDocuments(trx, [terminalId])).get(terminalId) ?? null
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
      arg: () => ({ rev: revision, sha256, size: body.length, url: `${BUNDLE_PATH}/${sha256}` }),
      by,
    },
    now,
  )
  await trx
    .insertInto('bundle')
    .values({
      storeId,
      terminalId,
      revision,
      sha256,
      body,
      commandId,
      state: 'queued',
      faults: null,
      createdBy: by.name,
      createdAt: now,
      changedAt: now,
    })
    .execute()
  await noteBundleScripts(trx, { storeId, terminalId }, revision, {
    before,
    document: checked.value,
    given: scripts,
  })
  await openLists(trx, { storeId, terminalId, revision }, listsOf(checked.value, points))
  return ok(revision)
}

/** Names of ports that lead elsewhere, or nowhere, in the new document. */
function changedPorts(before: WantedDocument | null, after: Pick<WantedDocument, 'ports'>): string[] {
  const kept = new Set(after.ports.map(canonicalJson))
  return (before?.ports ?? []).filter((port) => !kept.has(canonicalJson(port))).map(({ id }) => id)
}

/** Above all that the terminal ever had, from a file too. */
async function nextRevision(trx: Db, { storeId, terminalId }: BundleTarget): Promise<number> {
  const newest = await trx
    .selectFrom('bundle')
    .select(({ fn }) => fn.max('revision').as('revision'))
    .where('storeId', '=', storeId)
    .where('terminalId', '=', terminalId)
    .executeTakeFirst()
  const running = await trx
    .selectFrom('terminalState')
    .select('revision')
    .where('storeId', '=', storeId)
    .where('terminalId', '=', terminalId)
    .executeTakeFirst()
  const listed = await trx
    .selectFrom('pointList')
    .innerJoin('device', (join) =>
      join
        .onRef('device.storeId', '=', 'pointList.storeId')
        .onRef('device.deviceId', '=', 'pointList.deviceId'),
    )
    .select(({ fn }) => fn.max('pointList.firstRevision').as('revision'))
    .where('pointList.storeId', '=', storeId)
    .where('device.terminalId', '=', terminalId)
    .executeTakeFirst()
  return 1 + Math.max(newest?.revision ?? 0, running?.revision ?? 0, listed?.revision ?? 0)
}

async function giveUpOlder(trx: Db, { storeId, terminalId }: BundleTarget, now: EpochMs): Promise<void> {
  await trx
    .updateTable('bundle')
    .set({ state: 'replaced', changedAt: now })
    .where('storeId', '=', storeId)
    .where('terminalId', '=', terminalId)
    .where('state', 'in', ['queued', 'sent'])
    .execute()
  await trx
    .updateTable('command')
    .set({ state: 'cancelled', changedAt: now })
    .where('storeId', '=', storeId)
    .where('terminalId', '=', terminalId)
    .where('op', '=', 'cfg.apply')
    .where('state', 'in', ['queued', 'sent'])
    .execute()
}
