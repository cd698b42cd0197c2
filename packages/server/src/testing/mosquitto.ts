import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

const REACHABLE_TRIES = 100
const PLACES = ['mosquitto', '/usr/sbin/mosquitto', '/usr/local/sbin/mosquitto']

/** The program of the peer, or `null` where it is not installed. */
export function findMosquitto(): string | null {
  return PLACES.find(isProgram) ?? null
}

function fileWith(port: number, settings: readonly string[]): string {
  const path = join(mkdtempSync(join(tmpdir(), 'coldkeep-mosquitto-')), 'mosquitto.conf')
  const lines = [`listener ${port} 127.0.0.1`, `user ${userInfo().username}`, ...settings]
  writeFileSync(path, `${lines.join('\n')}\n`)
  return path
}

function isProgram(path: string): boolean {
  try {
    execFileSync(path, ['-h'], { stdio: 'ignore' })
    return true
  } catch (error) {
    // its help ends with 3; only a program that is missing has no status
    return error instanceof Error && 'status' in error && error.status !== null
  }
}

/**
 * Settles once it serves.
 * @param settings lines of its configuration beside the port; without any it lets everyone in
 */
export async function startMosquitto(
  program: string,
  port: number,
  settings: readonly string[] | null = null,
): Promise<ChildProcess> {
  const child = spawn(program, settings ? ['-c', fileWith(port, settings)] : ['-p', String(port)], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  await new Promise<void>((resolve, reject) => {
    child.stderr?.on('data', (text: Buffer) => /running/.test(text.toString()) && resolve())
    child.once('exit', () => reject(new Error('mosquitto ended')))
  })
  await reachable(port)
  return child
}

/** It says that it runs a moment before it can be reached. */
async function reachable(port: number): Promise<void> {
  for (let tries = 1; ; tries++) {
    const socket = connect(port, '127.0.0.1')
    try {
      await once(socket, 'connect')
      return
    } catch (error) {
      if (tries === REACHABLE_TRIES) throw error
      await delay(50)
    } finally {
      socket.destroy()
    }
  }
}
