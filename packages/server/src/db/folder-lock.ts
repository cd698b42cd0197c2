import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, unlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const FILE_NAME = 'lock'

export class FolderInUse extends Error {
  override readonly name = 'FolderInUse'
}

/** Holds a folder for one process. */
export interface FolderLock {
  release(): void
}

interface Holder {
  readonly pid: number
  /**
   * When the process began, according to the system; `null` where it does not report that. A pid alone is
   * used again.
   */
  readonly begun: string | null
}

/**
 * Takes the folder, making it when it is not there. The lock of a process that is gone is taken over.
 * @throws FolderInUse with the pid of the process that has it.
 */
export function lockFolder(folder: string): FolderLock {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const file = join(folder, FILE_NAME)
  const own = JSON.stringify({ pid: process.pid, begun: beginOf(process.pid) } satisfies Holder)
  // A half-written lock must never be seen, so it is written aside and linked into its place.
  const aside = join(folder, `${FILE_NAME}.${process.pid}`)
  writeFileSync(aside, own, { mode: 0o600 })
  try {
    while (!tryLink(aside, file)) removeStale(folder, file)
  } finally {
    unlinkSync(aside)
  }
  return { release: () => rmSync(file, { force: true }) }
}

function tryLink(aside: string, file: string): boolean {
  try {
    linkSync(aside, file)
    return true
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false
    throw error
  }
}

function removeStale(folder: string, file: string): void {
  const seen = readOrNull(file)
  if (seen === null) return
  refuseWhenAlive(folder, seen)
  const moved = join(folder, `${FILE_NAME}.stale.${process.pid}`)
  try {
    renameSync(file, moved)
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return
    throw error
  }
  // Between reading and moving another process may have taken the stale lock over: then that one is put back.
  const taken = readFileSync(moved, 'utf8')
  if (taken !== seen) tryLink(moved, file)
  unlinkSync(moved)
  if (taken !== seen) refuseWhenAlive(folder, taken)
}

function refuseWhenAlive(folder: string, text: string): void {
  const holder = parseHolder(text)
  if (holder === null || !isAlive(holder.pid)) return
  const { pid, begun } = holder
  const beginNow = beginOf(pid)
  if (begun !== null && beginNow !== null && begun !== beginNow) return
  throw new FolderInUse(`${folder} is in use by process ${pid}; stop it first, or choose another folder`)
}

/** A power cut may leave the file empty. */
function parseHolder(text: string): Holder | null {
  try {
    return JSON.parse(text) as Holder
  } catch {
    return null
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return codeOf(error) === 'EPERM'
  }
}

function beginOf(pid: number): string | null {
  const stat = readOrNull(`/proc/${pid}/stat`)
  const boot = readOrNull('/proc/sys/kernel/random/boot_id')
  if (stat === null || boot === null) return null
  // Field 22, counted after the program's name, which is in brackets and may hold blanks.
  const begun = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? ''
  return `${boot.trim()} ${begun}`
}

function readOrNull(file: string): string | null {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    const code = codeOf(error)
    if (code === 'ENOENT' || code === 'ESRCH') return null
    throw error
  }
}

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error ? String(error.code) : undefined
}
