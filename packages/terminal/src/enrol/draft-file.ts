import { type FileHandle, open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'

/**
 * A file that is written next to its place and then renamed into it, so that no reader ever sees half of it.
 */
export interface DraftFile {
  /** Writes it to the disk and puts it in its place. */
  commit(content: string): Promise<void>
  /** Takes it away again; nothing where it has been put in its place. */
  discard(): Promise<void>
}

/**
 * Creates the file, so that an obstacle is known before it matters.
 * @throws what the system reports about the folder
 */
export async function draftFile(path: string, mode: number): Promise<DraftFile> {
  const draft = `${path}.${process.pid}.new`
  await rm(draft, { force: true })
  let file: FileHandle | null = await open(draft, 'wx', mode)
  // the mask of the process may have taken from the mode
  await file.chmod(mode)
  const close = async () => {
    await file?.close()
    file = null
  }
  return {
    async commit(content) {
      await file?.writeFile(content)
      await file?.sync()
      await close()
      await rename(draft, path)
      await syncFolder(dirname(path))
    },
    async discard() {
      await close()
      await rm(draft, { force: true })
    },
  }
}

/** A rename is kept by the folder. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}
