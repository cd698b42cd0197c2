import { promises } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'

/** Has every disk report so many free bytes to this process, until it is disposed of. */
export function reportedSpace(freeBytes: number): Disposable {
  const { statfs } = promises
  const replaced = async (path: string) => Object.assign(await statfs(path), { bavail: freeBytes, bsize: 1 })
  promises.statfs = replaced as typeof statfs
  syncBuiltinESMExports()
  return {
    [Symbol.dispose]() {
      promises.statfs = statfs
      syncBuiltinESMExports()
    },
  }
}
