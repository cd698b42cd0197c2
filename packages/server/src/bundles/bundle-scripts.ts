import type { CarriedOn } from '@coldkeep/domain/polling/carry-on'
import { canonicalJson } from '../db/canonical-json'
import type { Db } from '../db/connect'
import type { BundleTarget, DesiredDocument } from './bundle-queries'
import { type BundleScript, insertBundleScripts, selectBundleScripts } from './bundle-script-queries'
import type { BundleDocument } from './compile-bundle'

/** A fingerprint that no script file compiles to, so that its store counts as older. */
export const OLDER = ''

/** Script files behind scripts that were changed by what became of devices, not by hand: they stay linked. */
export async function selectLinksOf(
  db: Db,
  target: BundleTarget,
  document: DesiredDocument | null,
  { changed, scripts }: Pick<CarriedOn<BundleDocument['scripts'][number]>, 'changed' | 'scripts'>,
): Promise<BundleScript[]> {
  if (document === null || changed.length === 0) return []
  const known = await selectBundleScripts(db, target, document.revision)
  return known.filter(({ name }) => changed.includes(name) && scripts.some((script) => script.name === name))
}

/**
 * Records which script files are in a revision: those that are being put into it, and those of the previous
 * one that it took over unchanged. A script that was edited by hand is no script file any more.
 */
export async function recordBundleScripts(
  trx: Db,
  target: BundleTarget,
  revision: number,
  change: {
    readonly before: DesiredDocument | null
    readonly document: BundleDocument
    readonly given: readonly BundleScript[]
  },
): Promise<void> {
  const { before, document, given } = change
  const known = before === null ? [] : await selectBundleScripts(trx, target, before.revision)
  const textOf = (scripts: BundleDocument['scripts'], name: string) =>
    canonicalJson(scripts.find((script) => script.name === name) ?? null)
  const kept = known.filter(
    ({ pollScriptId, name }) =>
      !given.some((one) => one.pollScriptId === pollScriptId) &&
      document.scripts.some((script) => script.name === name) &&
      textOf(document.scripts, name) === textOf(before?.scripts ?? [], name),
  )
  const rows = [...given, ...kept]
  if (rows.length === 0) return
  await insertBundleScripts(trx, target, revision, rows)
}
