import { type ChildProcess, execFileSync, spawn } from 'node:child_process'

const PLACES = ['mosquitto', '/usr/sbin/mosquitto', '/usr/local/sbin/mosquitto']

/** The program of the peer, or `null` where it is not installed. */
export function findMosquitto(): string | null {
  return PLACES.find(isProgram) ?? null
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

/** Settles once it serves. */
export async function startMosquitto(program: string, port: number): Promise<ChildProcess> {
  const child = spawn(program, ['-p', String(port)], { stdio: ['ignore', 'ignore', 'pipe'] })
  await new Promise<void>((resolve, reject) => {
    child.stderr?.on('data', (text: Buffer) => /running/.test(text.toString()) && resolve())
    child.once('exit', () => reject(new Error('mosquitto ended')))
  })
  return child
}
