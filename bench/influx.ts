import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { freePort } from '@coldkeep/server/testing/free-port'

/** InfluxDB 1 as it is usually run: every write is synced to the disk before it is answered. */
export interface Influx {
  /** @param lines line protocol, times in milliseconds */
  write(lines: string): Promise<void>
  close(): Promise<void>
}

const DATABASE = 'bench'
const STARTS_WITHIN_MS = 20_000

/** @returns null where it is not installed */
export async function startInflux(): Promise<Influx | null> {
  if (spawnSync('which', ['influxd']).status !== 0) return null
  const folder = mkdtempSync(join(tmpdir(), 'coldkeep-influx-'))
  const port = await freePort()
  for (const part of ['meta', 'data', 'wal']) mkdirSync(join(folder, part))
  const path = (name: string) => JSON.stringify(join(folder, name))
  const settings = `reporting-disabled = true
bind-address = "127.0.0.1:${await freePort()}"
[meta]
dir = ${path('meta')}
[data]
dir = ${path('data')}
wal-dir = ${path('wal')}
wal-fsync-delay = "0s"
[http]
bind-address = "127.0.0.1:${port}"
max-body-size = 0
log-enabled = false
[monitor]
store-enabled = false
`
  writeFileSync(join(folder, 'influx.conf'), settings)
  const child = spawn('influxd', ['-config', join(folder, 'influx.conf')], { stdio: 'ignore' })
  const address = `http://127.0.0.1:${port}`
  await answering(address)
  await post(`${address}/query?q=${encodeURIComponent(`create database ${DATABASE}`)}`, '')
  return {
    write: (lines) => post(`${address}/write?db=${DATABASE}&precision=ms`, lines),
    async close() {
      child.kill()
      await once(child, 'exit')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function answering(address: string): Promise<void> {
  const untilMs = performance.now() + STARTS_WITHIN_MS
  for (;;) {
    const answer = await fetch(`${address}/ping`).catch(() => null)
    if (answer?.ok) return
    if (performance.now() > untilMs) throw new Error('influxd does not answer')
    await delay(100)
  }
}

async function post(url: string, body: string): Promise<void> {
  const answer = await fetch(url, { method: 'POST', body })
  if (!answer.ok) throw new Error(`influxd answered ${answer.status}: ${await answer.text()}`)
}
