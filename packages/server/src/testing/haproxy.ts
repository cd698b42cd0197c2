import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

const PAGE = new URL('../../../../docs/screens.md', import.meta.url)
const PLACES = ['haproxy', '/usr/sbin/haproxy']
const REACHABLE_TRIES = 100

/** The program of the peer, or `null` where it is not installed. */
export function findHaproxy(): string | null {
  return PLACES.find(isProgram) ?? null
}

function isProgram(path: string): boolean {
  try {
    execFileSync(path, ['-v'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/** The router of docs/screens.md as it stands there, but for the ports. Settles once it can be reached. */
export async function startHaproxy(
  program: string,
  port: number,
  ports: { readonly server: number; readonly east: number; readonly west: number },
): Promise<ChildProcess> {
  const [, given = ''] = /```text\n([\s\S]*?)```/.exec(readFileSync(fileURLToPath(PAGE), 'utf8')) ?? []
  const settings = given
    .replace('127.0.0.1:8443', `127.0.0.1:${port}`)
    .replaceAll('127.0.0.1:8080', `127.0.0.1:${ports.server}`)
    .replaceAll('127.0.0.1:8091', `127.0.0.1:${ports.east}`)
    .replaceAll('127.0.0.1:8092', `127.0.0.1:${ports.west}`)
  const path = join(mkdtempSync(join(tmpdir(), 'coldkeep-haproxy-')), 'haproxy.cfg')
  writeFileSync(path, settings)
  const child = spawn(program, ['-db', '-f', path], { stdio: ['ignore', 'ignore', 'inherit'] })
  for (let tries = 1; ; tries++) {
    const socket = connect(port, '127.0.0.1')
    try {
      await once(socket, 'connect')
      return child
    } catch (error) {
      if (tries === REACHABLE_TRIES || child.exitCode !== null) throw error
      await wait(50)
    } finally {
      socket.destroy()
    }
  }
}
