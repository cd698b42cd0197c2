import type { PollScriptId } from '@coldkeep/domain/ids'
import type { Db } from '../db/connect'
import type { BundleTarget } from './bundle-queries'

/** A script file as it was put into a bundle. */
export interface BundleScript {
  readonly pollScriptId: PollScriptId
  /** In the bundle. */
  readonly name: string
  readonly fingerprint: string
}

/** The script files of a revision. */
export function selectBundleScripts(
  db: Db,
  { storeId, terminalId }: BundleTarget,
  revision: number,
): Promise<BundleScript[]> {
  return db
    .selectFrom('bundleScript')
    .select(['pollScriptId', 'name', 'fingerprint'])
    .where('storeId', '=', storeId)
    .where('terminalId', '=', terminalId)
    .where('revision', '=', revision)
    .execute()
}

/** Records the script files of a revision. */
export async function insertBundleScripts(
  trx: Db,
  { storeId, terminalId }: BundleTarget,
  revision: number,
  scripts: readonly BundleScript[],
): Promise<void> {
  await trx
    .insertInto('bundleScript')
    .values(scripts.map((row) => ({ ...row, storeId, terminalId, revision })))
    .execute()
}

/**
 * A script file whose tables changed only in parts that its terminal does not get, such as its alarm rules.
 */
export async function renewBundleScript(
  trx: Db,
  { storeId, terminalId }: BundleTarget,
  revision: number,
  script: BundleScript,
): Promise<void> {
  await trx
    .insertInto('bundleScript')
    .values({ ...script, storeId, terminalId, revision })
    .onConflict((conflict) =>
      conflict
        .columns(['storeId', 'terminalId', 'revision', 'pollScriptId'])
        .doUpdateSet({ fingerprint: script.fingerprint }),
    )
    .execute()
}
