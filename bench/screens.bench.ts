import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { VncScreen } from '@coldkeep/rfb/testing/vnc-screen'
import { loadFieldKeys } from '@coldkeep/server/commands/keys'
import { freePort } from '@coldkeep/server/testing/free-port'
import { basic } from '@coldkeep/server/testing/test-server'
import { TillScreen } from '@coldkeep/simulator/screen/till-screen'
import { startChild } from './child'
import { SECRET } from './polled-fleet'
import type { Report, Wishes } from './report'
import type { ScreenBoxQuestions } from './screen-boxes'
import { startBenchServer } from './server-child'

const SESSIONS = 50
const ROUNDS = 3
const ROUND_SECONDS = 20
const CASES = Array.from({ length: 12 }, (_, index) => ({ name: `Case ${index + 1}`, celsius: -18 + index }))

/**
 * Screens of stores that show text and change each second, all watched at once as pages watch them: how soon the first picture
 * is there, what a session costs the server and its terminal, and what its recording takes on the disk. Beside it the same
 * sessions without a page that looks. How many: `npm run bench -- screens --stores 10`.
 */
export async function run(report: Report, wishes: Wishes): Promise<void> {
  const sessions = Number(wishes.stores ?? SESSIONS)
  const folder = mkdtempSync(join(tmpdir(), 'coldkeep-screens-'))
  const mqttPort = await freePort()
  const server = await startBenchServer({ folder, mqttPort, stores: sessions })
  const boxes = startChild<ScreenBoxQuestions>(join(import.meta.dirname, 'screen-boxes.ts'), [])
  const tills = Array.from({ length: sessions }, (_, store) => new TillScreen(`STORE ${store}`))
  const screens = await Promise.all(tills.map(({ framebuffer }) => VncScreen.offer(framebuffer)))
  const keys = loadFieldKeys(join(folder, 'data'))
  if (!keys.ok) throw new Error(keys.problem)
  let second = 0
  const changing = setInterval(() => {
    second += 1
    for (const [store, till] of tills.entries()) {
      const cases = CASES.map(({ name, celsius }, index) => ({
        name,
        celsius: celsius + ((second + index) % 7) / 10,
      }))
      till.show({ cases, clock: `20:${String(second % 60).padStart(2, '0')}` })
      screens[store]?.changed()
    }
  }, 1_000)
  try {
    const screenPorts = screens.map(({ port }) => port)
    await boxes.call('start', {
      folder,
      mqttPort,
      serverUrl: server.address,
      keys: keys.value.publicKeys(),
      screenPorts,
    })
    const call = await callerOf(server.address)
    await untilOnline(call, sessions)
    const firstMs: number[] = []
    const open: { uid: string; url: string }[] = []
    for (let store = 1; store <= sessions; store++) {
      const startedMs = performance.now()
      const { uid, img_url: url, status } = await call(`connect?storeid=${store}`)
      if (uid === '') throw new Error(status)
      await fetch(`${server.address}${url}`)
      firstMs.push(performance.now() - startedMs)
      open.push({ uid, url })
    }
    report.add(`first picture of a session, ${sessions} one after the other`, 'ms', 'lower', firstMs)

    const usage = async () => ({
      server: (await server.usage()).cpuSeconds,
      boxes: await boxes.call('cpuSeconds'),
    })
    const measure = async (isWatched: boolean) => {
      const before = await usage()
      const sentBefore = screens.reduce((sum, { sentBytes }) => sum + sentBytes, 0)
      const untilMs = performance.now() + ROUND_SECONDS * 1_000
      const watch = async ({ uid, url }: { uid: string; url: string }) => {
        // one account may not look after so many as often as a page does
        await call(`status?uid=${uid}`)
        while (performance.now() < untilMs) {
          const nextMs = performance.now() + 1_000
          if (isWatched) await (await fetch(`${server.address}${url}`)).arrayBuffer()
          await delay(Math.max(0, nextMs - performance.now()))
        }
      }
      await Promise.all(open.map(watch))
      const after = await usage()
      const sent = screens.reduce((sum, { sentBytes }) => sum + sentBytes, 0) - sentBefore
      const share = (seconds: number) => (1_000 * seconds) / ROUND_SECONDS / sessions
      return {
        server: share(after.server - before.server),
        box: share(after.boxes - before.boxes),
        kilobytes: sent / 1_024 / ROUND_SECONDS / sessions,
      }
    }
    for (const isWatched of [false, true]) {
      const rounds: Awaited<ReturnType<typeof measure>>[] = []
      for (let round = 0; round < ROUNDS; round++) rounds.push(await measure(isWatched))
      const what = isWatched ? `with a picture a second, ${sessions}` : `without pictures, ${sessions}`
      const add = (name: string, unit: string, key: 'server' | 'box' | 'kilobytes') =>
        report.add(
          `${name} ${what}`,
          unit,
          'lower',
          rounds.map((one) => one[key]),
        )
      add('server for a session', 'ms/s', 'server')
      add('terminal for a session', 'ms/s', 'box')
      add('from the VNC server of a session', 'kB/s', 'kilobytes')
    }
    const { rssBytes } = await server.usage()
    console.log(`  server with ${sessions} sessions: ${(rssBytes / 1_048_576).toFixed(0)} MB`)
    for (const { uid } of open) await call(`end?uid=${uid}`)
    await delay(3_000)
    const megabytes = await Promise.all(
      open.slice(0, 10).map(({ uid }) => megabytesAnHour(call, folder, uid)),
    )
    report.add('an hour of recording of a text screen', 'MB', 'lower', megabytes)
  } finally {
    clearInterval(changing)
    await boxes.call('stop').catch(() => {})
    await boxes.end()
    await server.end()
    await Promise.all(screens.map((screen) => screen.close()))
    rmSync(folder, { recursive: true, force: true })
  }
}

// biome-ignore lint/suspicious/noExplicitAny: the wire as it is
type Call = (path: string) => Promise<any>

async function callerOf(address: string): Promise<Call> {
  const signIn = { method: 'POST', headers: basic('admin', SECRET) }
  const { token } = (await (await fetch(`${address}/api/v2/auth`, signIn)).json()) as { token: string }
  return async (path) => {
    const answer = await fetch(`${address}/api/v2/remote/${path}`, {
      headers: { authorization: `Bearer ${token}` },
    })
    if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`)
    return answer.json()
  }
}

async function untilOnline(call: Call, sessions: number): Promise<void> {
  for (let store = 1; store <= sessions; ) {
    const { screens } = await call(`sessions?storeid=${store}`)
    if (screens[0]?.is_online === true && screens[0].consent === 'always') store += 1
    else await delay(200)
  }
}

async function megabytesAnHour(call: Call, folder: string, uid: string): Promise<number> {
  const { segments } = await call(`sessions/${uid}`)
  const bytes = readdirSync(join(folder, 'data/screens'))
    .filter((name) => name.startsWith(uid))
    .reduce((sum, name) => sum + statSync(join(folder, 'data/screens', name)).size, 0)
  return (bytes / 1_048_576) * (3_600_000 / segments.at(-1).to_ms)
}
