import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A disk of a few mebibytes, mounted on a folder. */
export interface SmallDisk extends Disposable {
  readonly path: string
  /** Gives it more room, with all that is on it. */
  grow(mebibytes: number): void
}

/** @returns null where mounting is not allowed, which needs root; that is printed */
export function smallDisk(mebibytes: number): SmallDisk | null {
  const path = mkdtempSync(join(tmpdir(), 'coldkeep-small-disk-'))
  const mount = (options: string) =>
    spawnSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', path]).status === 0
  if (!mount(`size=${mebibytes}m`)) {
    rmSync(path, { recursive: true })
    process.stdout.write('full disk: mounting a small one needs root, not run\n')
    return null
  }
  return {
    path,
    grow(size) {
      if (!mount(`remount,size=${size}m`)) throw new Error('the disk did not grow')
    },
    [Symbol.dispose]() {
      spawnSync('umount', [path])
      rmSync(path, { recursive: true, force: true })
    },
  }
}
