import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'
import { connect } from '@coldkeep/server/db/connect'
import { sql } from 'kysely'

/** The real server of a polled fleet in a process of its own. */
export interface BenchServer {
  readonly address: string
  /** Of its process, which holds the embedded database too but not PostgreSQL. */
  usage(): Promise<{ readonly rssBytes: number; readonly cpuSeconds: number }>
  end(): Promise<void>
  /** As a power cut would. */
  kill(): Promise<void>
}

export interface BenchServerSettings {
  readonly folder: string
  readonly mqttPort: number
  readonly stores?: number
  /** `null`: the embedded database. */
  readonly databaseUrl?: string | null
  /** File with the public part of the key from which signatures of releases follow; left out: no image is accepted. */
  readonly releaseRoot?: string
  /** Folder for profiles of its threads. */
  readonly profile?: string | undefined
}

type Process = ChildProcessByStdio<Writable, Readable, null>

export async function startBenchServer(settings: BenchServerSettings): Promise<BenchServer> {
  const { folder, mqttPort, stores, databaseUrl, releaseRoot, profile } = settings
  const script = join(import.meta.dirname, 'polled-server.ts')
  const args = [folder, mqttPort, stores, databaseUrl, releaseRoot].map((arg) => arg ?? '')
  const watched = profile === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${profile}`]
  // the first as in `npm start`
  const command = ['--max-semi-space-size=64', ...watched, '--import', 'tsx', script, ...args.map(String)]
  const server: Process = spawn(process.execPath, command, {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const address = await firstLine(server)
  return {
    address,
    async usage() {
      const text = await (await fetch(`${address}/metrics`)).text()
      const value = (name: string) =>
        Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1] ?? Number.NaN)
      return {
        rssBytes: value('process_resident_memory_bytes'),
        cpuSeconds: value('process_cpu_seconds_total'),
      }
    },
    async end() {
      if (server.exitCode !== null || server.signalCode !== null) return
      const ended = once(server, 'exit')
      server.stdin.end()
      await ended
    },
    async kill() {
      const ended = once(server, 'exit')
      server.kill('SIGKILL')
      await ended
    },
  }
}

async function firstLine(server: Process): Promise<string> {
  const ended = once(server, 'exit').then(([code]) => {
    throw new Error(`The server of the bench ended with ${code}`)
  })
  const line = once(createInterface({ input: server.stdout }), 'line').then(([text]) => String(text))
  return Promise.race([line, ended])
}

/** What the database of a server that has ended holds, in either form; each reading once. */
export async function storedReadings(folder: string, databaseUrl: string | null): Promise<number> {
  const database = await connect(
    databaseUrl === null ? { folder: join(folder, 'data') } : { databaseUrl, connections: 2 },
  )
  try {
    const { rows } = await sql<{ readings: number }>`
      select sum(cardinality(values) + cardinality(counters))::float8 as readings from scan`.execute(
      database.kysely,
    )
    return rows[0]?.readings ?? 0
  } finally {
    await database.close()
  }
}
