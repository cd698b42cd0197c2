import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest'
import { Hub, type HubOptions, SECRET, TERMINAL } from '../testing/hub'
import { readableLog } from '../testing/log-lines'
import { ManualTime } from '../testing/manual-time'
import { type LinkParts, MqttLink } from './mqtt-link'

const START = Date.parse('2026-11-20T10:00:00Z')
const cleanUps: (() => unknown)[] = []

afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp()
})

describe('the state', () => {
  test('is sent after connecting and every five minutes', async () => {
    const { hub, time } = await connected()
    expect(hub.states).toEqual([
      {
        v: 1,
        on: 1,
        cn: hub.states[0]!.cn,
        at: START,
        prog: '1.2.3',
        cfg: 17,
        q: { n: 3, old: START },
        up: 5,
      },
    ])
    await time.pass(299_999)
    expect(hub.states).toHaveLength(1)
    await time.pass(1)
    await expect.poll(() => hub.states.length).toBe(2)
    expect(hub.states[1]).toMatchObject({ cn: hub.states[0]!.cn, at: START + 300_000 })
  })

  test('becomes offline by the will when the connection breaks, with a new name for the next one', async () => {
    const { hub, link, time } = await connected()
    hub.cut()
    await expect.poll(() => link.isConnected).toBe(false)
    await expect.poll(() => hub.states.at(-1)).toEqual({ v: 1, on: 0, cn: hub.states[0]!.cn })
    await time.pass(2_000)
    await expect.poll(() => link.isConnected).toBe(true)
    await expect.poll(() => hub.states.at(-1)).toMatchObject({ on: 1 })
    expect(hub.states.at(-1)!.cn).not.toBe(hub.states[0]!.cn)
  })

  test('becomes offline by a farewell when the terminal stops', async () => {
    const { hub, link } = await connected()
    await link.stop()
    expect(hub.states.map((state) => [state.on, state.cn])).toEqual([
      [1, hub.states[0]!.cn],
      [0, hub.states[0]!.cn],
    ])
  })
})

test('a broker that knows only MQTT 3.1.1 is tried with that at once, and from then on', async () => {
  const { hub, link, time } = await connected()
  expect(hub.attempts).toEqual([5, 4])
  hub.cut()
  await expect.poll(() => link.isConnected).toBe(false)
  await time.pass(2_000)
  await expect.poll(() => link.isConnected).toBe(true)
  expect(hub.attempts).toEqual([5, 4, 4])
})

describe('attempts to connect', () => {
  test('with a wrong secret are repeated with growing waits, and the log says why', async () => {
    const { link, time, lines } = await started({}, { secret: 'wrong', random: () => 1 })
    const waits = () => lines.filter((line) => line.msg === 'not connected').map((line) => line.delayMs)
    await expect.poll(() => waits()).toEqual([2_000])
    await time.pass(2_000)
    await expect.poll(() => waits()).toEqual([2_000, 4_000])
    await time.pass(4_000)
    await expect.poll(() => waits()).toEqual([2_000, 4_000, 8_000])
    expect(link.isConnected).toBe(false)
    expect(lines.find((line) => line.msg === 'not connected')?.reason).toContain('Bad username or password')
    expect(JSON.stringify(lines)).not.toContain('"wrong"')
  })

  test('go on while there is no server, and succeed when it appears', async () => {
    const port = await freedPort()
    const { link, time, lines } = await started({}, { brokerUrls: [`mqtt://127.0.0.1:${port}`] })
    await expect.poll(() => lines.some((line) => line.cause === 'no_connection')).toBe(true)
    const hub = await Hub.start({ port })
    cleanUps.push(() => hub[Symbol.asyncDispose]())
    await expect
      .poll(async () => {
        await time.pass(1_000)
        return link.isConnected
      })
      .toBe(true)
  })

  test('are spread as the notice says when the server went away', async () => {
    const { hub, link, lines } = await connected({}, { random: () => 1 })
    hub.notify(45, 0)
    await expect.poll(() => lines.some((line) => line.msg === 'notice')).toBe(true)
    hub.cut()
    await expect.poll(() => link.isConnected).toBe(false)
    await expect.poll(() => lines.find((line) => line.cause === 'server_gone')?.delayMs).toBe(45_000)
  })

  test('take the addresses in turn', async () => {
    const port = await freedPort()
    const hub = await Hub.start()
    cleanUps.push(() => hub[Symbol.asyncDispose]())
    const { link, time } = await started({}, { brokerUrls: [`mqtt://127.0.0.1:${port}`, hub.url] })
    await expect
      .poll(async () => {
        await time.pass(1_000)
        return link.isConnected
      })
      .toBe(true)
  })
})

test('a connection without the right to listen is no connection', async () => {
  const { link, lines } = await started({ allowsSubscription: false })
  await expect.poll(() => lines.some((line) => line.msg === 'subscription refused')).toBe(true)
  expect(link.isConnected).toBe(false)
})

describe('over TLS', () => {
  const folder = mkdtempSync(join(tmpdir(), 'coldkeep-tls-'))
  const reason = makeCertificates(folder)
  afterAll(() => rmSync(folder, { recursive: true }))
  const file = (name: string) => readFileSync(join(folder, name))

  if (reason !== null) test('encrypted', ({ skip }) => skip(reason))
  else {
    test('the configured authority is trusted', async () => {
      const { link } = await started(tls(), { ca: file('ours.pem') })
      await expect.poll(() => link.isConnected).toBe(true)
    })

    test.each([
      ['another authority', () => file('foreign.pem')],
      ['the authorities of the machine', () => null],
    ])('%s is not, and no flag changes that', async (_name, ca) => {
      vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0')
      cleanUps.push(() => vi.unstubAllEnvs())
      const { hub, link, lines } = await started(tls(), { ca: ca() })
      await expect.poll(() => lines.some((line) => line.msg === 'not connected')).toBe(true)
      expect(link.isConnected).toBe(false)
      expect(hub.attempts).toEqual([])
    })

    test('a certificate for another name is refused', async () => {
      const { hub, link, lines } = await started(tls('other'), { ca: file('ours.pem') })
      await expect.poll(() => lines.some((line) => line.msg === 'not connected')).toBe(true)
      expect(link.isConnected).toBe(false)
      expect(hub.attempts).toEqual([])
    })
  }

  function tls(name = 'server'): HubOptions {
    return { tls: { key: file(`${name}.key`), cert: file(`${name}.pem`) } }
  }
})

async function connected(options: HubOptions = {}, changes: Partial<LinkParts> = {}) {
  const parts = await started(options, changes)
  await expect.poll(() => parts.link.isConnected).toBe(true)
  await expect.poll(() => parts.hub.states.length).toBe(1)
  return parts
}

async function started(options: HubOptions, changes: Partial<LinkParts> = {}) {
  const hub = await Hub.start(options)
  cleanUps.push(() => hub[Symbol.asyncDispose]())
  const time = new ManualTime(START)
  const { log, lines } = readableLog()
  const link = new MqttLink(
    {
      terminalId: TERMINAL,
      brokerUrls: [hub.url],
      secret: SECRET,
      ca: null,
      time,
      log,
      random: () => 0.5,
      state: () => ({ prog: '1.2.3', cfg: 17, q: { n: 3, old: START }, up: 5 }),
      ...changes,
    },
    {
      connected() {},
      disconnected() {},
      acknowledged() {},
      noticed() {},
      commandReceived() {},
      desiredChanged() {},
      keysReceived() {},
      timeReceived() {},
    },
  )
  link.start()
  cleanUps.push(() => link.stop())
  return { hub, link, time, lines }
}

async function freedPort(): Promise<number> {
  const hub = await Hub.start()
  const { port } = hub
  await hub[Symbol.asyncDispose]()
  return port
}

/** Two authorities, and certificates of the first for this address and for another. The reason when it cannot be. */
function makeCertificates(folder: string): string | null {
  if (spawnSync('which', ['openssl']).status !== 0) return 'openssl is not installed'
  const openssl = (...args: string[]) => {
    const done = spawnSync('openssl', args, { cwd: folder, encoding: 'utf8' })
    if (done.status !== 0) throw new Error(done.stderr)
  }
  const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']
  for (const name of ['ours', 'foreign']) {
    openssl(
      'req',
      '-x509',
      ...newKey,
      '-keyout',
      `${name}.key`,
      '-out',
      `${name}.pem`,
      '-subj',
      `/CN=${name}`,
    )
  }
  for (const [name, address] of [
    ['server', '127.0.0.1'],
    ['other', '192.0.2.1'],
  ]) {
    openssl('req', ...newKey, '-keyout', `${name}.key`, '-out', `${name}.csr`, '-subj', `/CN=${name}`)
    writeFileSync(join(folder, 'names'), `subjectAltName=IP:${address}`)
    const by = ['-CA', 'ours.pem', '-CAkey', 'ours.key', '-CAcreateserial', '-extfile', 'names']
    openssl('x509', '-req', '-in', `${name}.csr`, ...by, '-out', `${name}.pem`)
  }
  return null
}
