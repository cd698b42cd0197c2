import { chmod, lstat, mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'

const OF_OTHERS = 0o077

/**
 * Makes the folder where it is not there, and takes from everyone but this account what they may do with it and with
 * all that is in it. Links are left alone, and what belongs to another account.
 * @returns how many files and folders others could read or write
 */
export async function makePrivate(folder: string): Promise<number> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  // a system without such rights has nothing to take away
  if (process.platform === 'win32') return 0
  let closed = 0
  for (const name of ['.', ...(await readdir(folder, { recursive: true }))]) {
    const path = join(folder, name)
    const found = await lstat(path).catch(() => null)
    if (found === null || found.isSymbolicLink() || (found.mode & OF_OTHERS) === 0) continue
    const isClosed = await chmod(path, found.mode & 0o777 & ~OF_OTHERS).then(
      () => true,
      () => false,
    )
    if (isClosed) closed++
  }
  return closed
}
