import { createReadStream } from 'node:fs'
import { mkdir, open, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { trustedKey } from '@coldkeep/contract/mqtt/trusted-key'
import { fail, ok, type Result } from '@coldkeep/domain/result'
import { type Entry, extract } from 'tar-stream'
import * as z from 'zod/mini'
import type { Refusal } from './check-release'

/** As npm packs it. */
const TOP = 'package'
const SYNCED_AT_ONCE = 8
/** Signed archives are small; a slip at packing must not fill the disk of a store. */
const MOST_BYTES = 1024 ** 3
export const ROOT_FILE = 'release-root.json'

const manifest = z.object({ name: z.literal('coldkeep-terminal'), version: z.string() })

class NotAllowed extends Error {}

/**
 * Unpacks an archive of the program into an empty folder and looks whether it is the announced one. Files and folders
 * alone: nothing in it may lead out of the folder. All is on the disk when it returns.
 */
export async function unpackImage(
  archive: string,
  folder: string,
  version: string,
): Promise<Result<null, Refusal>> {
  try {
    const made = await unpack(archive, folder)
    await lookInto(folder, version)
    await syncAll(made)
    return ok(null)
  } catch (error) {
    const code =
      error instanceof Error && 'code' in error && error.code === 'ENOSPC' ? 'E_SPACE' : 'E_INSTALL'
    return fail({ code, text: `the archive cannot be unpacked: ${messageOf(error)}`.slice(0, 500) })
  }
}

/** @returns files and folders that were written */
async function unpack(archive: string, folder: string): Promise<string[]> {
  const folders = new Set([folder])
  const files: string[] = []
  let length = 0
  const reader = extract()
  // a break in the one ends the other, which the loop then reports
  const source = pipeline(createReadStream(archive), createGunzip(), reader)
  source.catch(() => {})
  for await (const entry of reader) {
    const { name, type, mode = 0, size = 0 } = entry.header
    const path = join(folder, ...wayOf(name))
    if (type === 'directory') {
      await mkdir(path, { recursive: true, mode: 0o700 })
      entry.resume()
    } else if (type === 'file') {
      length += size
      if (length > MOST_BYTES) throw new NotAllowed('more than a program can be')
      await mkdir(dirname(path), { recursive: true, mode: 0o700 })
      await write(path, entry, { size, mode: (mode & 0o100) === 0 ? 0o600 : 0o700 })
      files.push(path)
    } else throw new NotAllowed(`${name} is neither file nor folder`)
    for (let at = type === 'file' ? dirname(path) : path; !folders.has(at); at = dirname(at)) folders.add(at)
  }
  await source
  return [...files, ...folders]
}

/** A second file of the same name is refused. */
async function write(
  path: string,
  content: Entry,
  { size, mode }: { size: number; mode: number },
): Promise<void> {
  const file = await open(path, 'wx', mode)
  try {
    let written = 0
    for await (const chunk of content) {
      await file.appendFile(chunk)
      written += chunk.length
    }
    // an archive that breaks off ends its last entry as if it were whole
    if (written !== size) throw new NotAllowed('it is not whole')
  } finally {
    await file.close()
  }
}

/** Where an entry goes, below the folder. */
function wayOf(name: string): string[] {
  const [top, ...way] = name.replace(/\/$/, '').split('/')
  const isInside = way.every((part) => part !== '' && part !== '.' && part !== '..' && !/[\\\0]/.test(part))
  if (top !== TOP || !isInside) throw new NotAllowed(`${name} lies outside`)
  return way
}

/**
 * A program that says it is another would be judged as what it is not, and one that knows no root could never be updated
 * again.
 */
async function lookInto(folder: string, version: string): Promise<void> {
  const read = z.safeParse(manifest, JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')))
  if (!read.success) throw new NotAllowed('it is no terminal program')
  if (read.data.version !== version) throw new NotAllowed(`it holds ${read.data.version}`)
  await (await open(join(folder, 'main.js'))).close()
  const root = z.safeParse(trustedKey, JSON.parse(await readFile(join(folder, ROOT_FILE), 'utf8')))
  if (!root.success) throw new NotAllowed('it knows no root key')
}

async function syncAll(paths: readonly string[]): Promise<void> {
  for (let from = 0; from < paths.length; from += SYNCED_AT_ONCE) {
    await Promise.all(paths.slice(from, from + SYNCED_AT_ONCE).map(sync))
  }
}

async function sync(path: string): Promise<void> {
  const opened = await open(path, 'r')
  try {
    await opened.sync()
  } finally {
    await opened.close()
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
