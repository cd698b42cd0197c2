import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** A file or a folder that lies in a folder. */
export interface FolderEntry {
  readonly name: string
  readonly isFile: boolean
  readonly size: number
  readonly changedAtMs: number
}

/**
 * Removes what does not stay, folders with all that is in them. A folder that is not there has nothing to
 * remove.
 * @param stays called for the newest entry first, and once for each
 * @returns how many entries were removed
 */
export async function tidyFolder(folder: string, stays: (entry: FolderEntry) => boolean): Promise<number> {
  const entries = await entriesOf(folder)
  entries.sort((a, b) => b.changedAtMs - a.changedAtMs)
  let removed = 0
  for (const entry of entries) {
    if (stays(entry)) continue
    await rm(join(folder, entry.name), { recursive: true, force: true })
    removed++
  }
  return removed
}

async function entriesOf(folder: string): Promise<FolderEntry[]> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  const found = await Promise.all(
    names.map(async (name) => {
      // another process on the same folder may have removed it in the meantime
      const about = await stat(join(folder, name)).catch(() => null)
      if (about === null) return []
      return [{ name, isFile: about.isFile(), size: about.size, changedAtMs: about.mtimeMs }]
    }),
  )
  return found.flat()
}
