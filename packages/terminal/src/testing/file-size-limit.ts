import { spawnSync } from 'node:child_process'

/** Why no limit can be set here, or `null`. */
export const noLimitReason =
  spawnSync('prlimit', ['--version']).status === 0 ? null : 'prlimit is not installed (util-linux)'

/**
 * No file of a process may grow beyond this, as on a disk that has no room for more: writing fails with "file too
 * large". Only the soft limit is moved, so that it can be lifted again.
 */
export function limitFileSize(bytes: number | 'unlimited', pid = process.pid): void {
  const { status, stderr } = spawnSync('prlimit', [`--pid=${pid}`, `--fsize=${bytes}:`])
  if (status !== 0) throw new Error(`prlimit: ${stderr}`)
}
