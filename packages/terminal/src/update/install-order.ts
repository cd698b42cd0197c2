import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { commandArguments } from '@coldkeep/contract/mqtt/command-arguments'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import * as z from 'zod/mini'
import { writeWhole } from './whole-file'

/** An installation that has begun, so that it goes on after a power cut. */
const installOrder = z.object({
  id: z.string(),
  arg: commandArguments['fw.install'],
  /** The server's time at which it was believed. */
  at: z.int(),
})
export type InstallOrder = Omit<z.output<typeof installOrder>, 'at'> & { readonly at: EpochMs }

const folderIn = (dataFolder: string) => join(dataFolder, 'download')
const ORDER = 'order.json'
const orderIn = (dataFolder: string) => join(folderIn(dataFolder), ORDER)

/** Where the image of a release is put while it comes. */
export function imagePath(dataFolder: string, sha256: string): string {
  return join(folderIn(dataFolder), `${sha256}.part`)
}

/** @throws where the disk takes nothing */
export function writeOrder(dataFolder: string, order: InstallOrder): void {
  mkdirSync(folderIn(dataFolder), { recursive: true, mode: 0o700 })
  writeWhole(orderIn(dataFolder), JSON.stringify(order))
}

export function readOrder(dataFolder: string): InstallOrder | null {
  try {
    const read = z.safeParse(installOrder, JSON.parse(readFileSync(orderIn(dataFolder), 'utf8')))
    return read.success ? { ...read.data, at: read.data.at as EpochMs } : null
  } catch {
    return null
  }
}

/** Removes what was fetched, or all but one image and its order. What cannot be removed stays until the next time. */
export function removeDownloads(dataFolder: string, keptSha256: string | null = null): void {
  const folder = folderIn(dataFolder)
  if (!existsSync(folder)) return
  try {
    const kept = keptSha256 === null ? [] : [ORDER, `${keptSha256}.part`]
    for (const name of readdirSync(folder)) {
      if (!kept.includes(name)) rmSync(join(folder, name), { force: true })
    }
  } catch {
    // a disk that takes nothing
  }
}
