import { createReadStream } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { type Entry, openPromise } from 'yauzl'
import type { OpenedPack } from './verify-pack'

/**
 * Opens a pack as it was downloaded, or the folder into which it was unpacked.
 * @returns what closes it beside the files
 * @throws where it is neither
 */
export async function openPack(path: string): Promise<OpenedPack & { close(): Promise<void> }> {
  const found = await stat(path)
  return found.isDirectory() ? openFolder(path) : openZip(path)
}

async function openFolder(folder: string): Promise<OpenedPack & { close(): Promise<void> }> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = entries
    .filter((entry) => !entry.isDirectory())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
  return {
    paths,
    read: async (path) => createReadStream(join(folder, path)),
    close: async () => {},
  }
}

async function openZip(path: string): Promise<OpenedPack & { close(): Promise<void> }> {
  const zip = await openPromise(path, { lazyEntries: true, autoClose: false })
  const entries: Entry[] = []
  for await (const entry of zip.eachEntry()) if (!entry.fileName.endsWith('/')) entries.push(entry)
  return {
    paths: entries.map(({ fileName }) => fileName),
    read: async (path) => {
      const entry = entries.find(({ fileName }) => fileName === path)
      if (entry === undefined) throw new Error(`${path} is not in the pack`)
      return zip.openReadStreamPromise(entry)
    },
    close: async () => zip.close(),
  }
}
