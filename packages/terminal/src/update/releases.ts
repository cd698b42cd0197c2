import { existsSync, mkdirSync, readdirSync, readlinkSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { VERSION_PATTERN } from '@coldkeep/domain/firmware/program-version'
import { syncFolder } from './whole-file'

const FOLDER = 'releases'
const LINK = 'current'
/** What is being unpacked; no version ends like this. */
const PART = '.part'

/** Where a release is kept; its folder has the name of its version. */
export function releaseFolder(dataFolder: string, version: string): string {
  return join(dataFolder, FOLDER, version)
}

/** The program of a release; null where it is not there. */
export function programOf(dataFolder: string, version: string): string | null {
  const program = join(releaseFolder(dataFolder, version), 'main.js')
  return existsSync(program) ? program : null
}

/** The release that the link names; null: the program of the package runs. */
export function linkedRelease(dataFolder: string): string | null {
  try {
    const target = readlinkSync(join(dataFolder, LINK))
    const version = target.slice(FOLDER.length + 1)
    return target.startsWith(`${FOLDER}/`) && VERSION_PATTERN.test(version) ? version : null
  } catch {
    return null
  }
}

/**
 * Lets the link name a release, or takes it away. By rename, so that at no moment there is half of it.
 * @throws where the disk takes nothing
 */
export function linkRelease(dataFolder: string, version: string | null): void {
  if (linkedRelease(dataFolder) === version) return
  const link = join(dataFolder, LINK)
  const draft = `${link}.new`
  rmSync(draft, { force: true })
  if (version === null) rmSync(link, { force: true })
  else {
    symlinkSync(`${FOLDER}/${version}`, draft)
    renameSync(draft, link)
  }
  syncFolder(dataFolder)
}

/** Puts what was unpacked where releases are found, in place of a tried one of the same version. */
export function keepRelease(dataFolder: string, version: string): void {
  const folder = releaseFolder(dataFolder, version)
  rmSync(folder, { recursive: true, force: true })
  renameSync(`${folder}${PART}`, folder)
  syncFolder(dirname(folder))
}

/** An empty folder to unpack into. */
export function makePart(dataFolder: string, version: string): string {
  const folder = `${releaseFolder(dataFolder, version)}${PART}`
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  return folder
}

/** Removes all releases but these, with what was half unpacked. What cannot be removed stays until the next time. */
export function removeOtherReleases(dataFolder: string, kept: readonly (string | null)[]): void {
  const folder = join(dataFolder, FOLDER)
  try {
    for (const name of readdirSync(folder)) {
      if (!kept.includes(name)) rmSync(join(folder, name), { recursive: true, force: true })
    }
  } catch {
    // there were none, or the disk takes nothing
  }
}
