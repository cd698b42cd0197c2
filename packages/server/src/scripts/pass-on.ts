import type { DepartmentId } from '@coldkeep/domain/ids'
import type { Db } from '../db/connect'
import { passOnModels } from '../instructions/pass-on-queries'
import { passOnFolders } from './script-folder-queries'

/**
 * Gives models and folders of scripts of departments that are about to be removed to the nearest department
 * above that stays: what stores use goes on, and can still be edited.
 * @returns names that are in use there already, which keep their department from being removed
 */
export async function passOn(trx: Db, removed: readonly DepartmentId[]): Promise<readonly string[]> {
  if (removed.length === 0) return []
  return [...(await passOnModels(trx, removed)), ...(await passOnFolders(trx, removed))]
}
