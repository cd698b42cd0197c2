import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { rename, rm, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Clock, EpochMs } from '@coldkeep/domain/time/instant'
import type { Logger } from 'pino'

/**
 * Opens a database file that may be damaged. The file is mapped into memory, so damage can end the process instead
 * of throwing. A mark lies next to the file while it is being opened; where one is left over, another process looks
 * first, and a file that ends it too is put aside.
 */
export async function openSound<Store>(
  path: string,
  open: (path: string) => Promise<Store>,
  clock: Clock,
  log: Logger,
): Promise<Store> {
  const mark = `${path}.opening`
  if (existsSync(mark) && existsSync(path) && !(await isReadable(path)))
    await putAside(path, clock.now(), log)
  await writeFile(mark, '')
  let store: Store
  try {
    store = await open(path)
  } catch (error) {
    if (isDiskTrouble(error)) throw error
    log.error({ err: error }, 'outbox file cannot be read')
    await putAside(path, clock.now(), log)
    store = await open(path)
  }
  await rm(mark)
  return store
}

/**
 * Full, read-only, forbidden or failing: nothing that a new file would fix. Names of node, numbers of lmdb.
 */
function isDiskTrouble(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : null
  return diskTroubles.some((trouble) => trouble === code)
}

const diskTroubles = [
  'ENOSPC',
  'EROFS',
  'EACCES',
  'EPERM',
  'EIO',
  'EDQUOT',
  'EFBIG',
  28,
  30,
  13,
  1,
  5,
  122,
  27,
]

async function isReadable(path: string): Promise<boolean> {
  const script = fileURLToPath(new URL('read-whole-file.mjs', import.meta.url))
  const child = spawn(process.execPath, [script, path], { stdio: 'ignore', env: {} })
  const [code] = await once(child, 'exit')
  return code === 0
}

async function putAside(path: string, now: EpochMs, log: Logger): Promise<void> {
  const aside = `${path}.damaged-${now}`
  if (existsSync(path)) await rename(path, aside)
  await rm(`${path}-lock`, { force: true })
  log.error({ path, aside }, 'outbox file is damaged and was put aside, a new epoch begins')
}
