import { chmodSync, lstatSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

const OF_OTHERS = 0o077
const OWN_FOLDER = 0o700

export interface MadePrivate {
  /** Files and folders that others could read or write, and no longer can. */
  readonly closed: number
  /** Those that they still can: of another account, or where the file system knows no owner. */
  readonly left: number
}

/**
 * Makes the folder where it is missing, and leaves rights to it and everything in it to this account alone.
 * Links are left alone.
 */
export function makePrivate(folder: string): MadePrivate {
  mkdirSync(folder, { recursive: true, mode: OWN_FOLDER })
  const made = { closed: 0, left: 0 }
  // a system without such rights has nothing to take away
  if (process.platform !== 'win32') closeTree(folder, made)
  return made
}

function closeTree(path: string, made: { closed: number; left: number }): void {
  const found = lstatSync(path, { throwIfNoEntry: false })
  // another process may have removed it in the meantime
  if (found === undefined || found.isSymbolicLink()) return
  if ((found.mode & OF_OTHERS) !== 0) {
    if (closeOne(path, found.mode)) made.closed++
    else made.left++
  }
  if (!found.isDirectory()) return
  for (const name of readdirSync(path)) closeTree(join(path, name), made)
}

function closeOne(path: string, mode: number): boolean {
  try {
    chmodSync(path, mode & 0o7777 & ~OF_OTHERS)
  } catch {
    return false
  }
  return ((lstatSync(path, { throwIfNoEntry: false })?.mode ?? 0) & OF_OTHERS) === 0
}
