import { mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { packMessage } from '@coldkeep/contract/mqtt/envelope'
import { signMessage } from '@coldkeep/contract/mqtt/signed'
import { downTopic } from '@coldkeep/contract/mqtt/topics'
import type { TerminalId } from '@coldkeep/domain/ids'
import fc from 'fast-check'
import { afterEach, describe, expect, test } from 'vitest'
import { SECRET, TERMINAL } from '../testing/hub'
import { liveBox, modbus } from '../testing/live-box'
import { airCommand } from '../testing/settings'
import { commandOf, newSigner } from '../testing/signer'

const open: AsyncDisposable[] = []
afterEach(async () => {
  for (const resource of open.splice(0).reverse()) await resource[Symbol.asyncDispose]()
})

/** Published exchange of a Danfoss AK-CC55: cut-out 2.0 (parameter 100). */
const CUT_OUT = {
  portId: 'p1',
  unitId: 5,
  requestHex: '06 00 63 00 14',
  expectedReplyHex: '06 00 63 00 14',
  includesUnitId: false,
  appendsCrc: true,
  replyHasCrc: true,
  retries: 2,
  intervalMs: 0,
  timeoutMs: 100,
}
const AIR_REPLY = Uint8Array.of(5, 3, 2, 0, 0x22)

describe('a terminal that is told to', { timeout: 30_000 }, () => {
  test('write: the packet proves it, and only silence is tried again', async () => {
    const written: string[] = []
    let reply: Uint8Array | null = Uint8Array.of(5, 6, 0, 0x63, 0, 0x14)
    const { box } = await liveBox(
      open,
      modbus((request) => {
        if (request[1] !== 6) return AIR_REPLY
        written.push(Buffer.from(request).toString('hex'))
        return reply
      }),
    )
    box.send(1, { op: 'write', arg: CUT_OUT })
    await expect
      .poll(() => box.ends(1))
      .toMatchObject([{ st: 'done', out: { packet: '05 06 00 63 00 14 78 5F' } }])
    expect(written).toEqual(['050600630014'])
    reply = Uint8Array.of(5, 6, 0, 0x63, 0, 0x15)
    box.send(2, { op: 'write', arg: CUT_OUT })
    await expect.poll(() => box.ends(2)).toMatchObject([{ st: 'failed', err: { code: 'E_MISMATCH' } }])
    reply = Uint8Array.of(5, 0x86, 3)
    box.send(3, { op: 'write', arg: CUT_OUT })
    await expect.poll(() => box.ends(3)).toMatchObject([{ st: 'failed', err: { code: 'E_EXCEPTION(3)' } }])
    expect(written).toHaveLength(3)
    reply = null
    box.send(4, { op: 'write', arg: CUT_OUT })
    await expect.poll(() => box.ends(4), { timeout: 5_000 }).toMatchObject([{ err: { code: 'E_TIMEOUT' } }])
    expect(written).toHaveLength(6)
    box.send(5, { op: 'write', arg: { ...CUT_OUT, portId: 'p9' } })
    await expect.poll(() => box.ends(5)).toMatchObject([{ st: 'refused', err: { code: 'E_PORT' } }])
    reply = Uint8Array.of(5, 6, 0, 0x63, 0, 0x77)
    box.send(6, { op: 'write', arg: { ...CUT_OUT, expectedReplyHex: '06 00 63 XX XX' } })
    await expect.poll(() => box.ends(6)).toMatchObject([{ st: 'done' }])
  })

  test('write: whatever came instead is shown, a refusal too where the packet has no CRC', async () => {
    let reply = Uint8Array.of(5, 6, 0, 0x63)
    const { box } = await liveBox(
      open,
      modbus((request) => (request[1] === 6 ? reply : AIR_REPLY)),
    )
    box.send(1, { op: 'write', arg: CUT_OUT })
    // CRC of 05 06 00 63 by the standard
    await expect
      .poll(() => box.ends(1))
      .toMatchObject([{ err: { code: 'E_MISMATCH' }, out: { packet: '05 06 00 63 A0 C0' } }])
    reply = Uint8Array.of(5, 0x86, 3)
    box.send(2, {
      op: 'write',
      arg: { ...CUT_OUT, expectedReplyHex: '06 00 63 XX XX XX XX', replyHasCrc: false },
    })
    await expect
      .poll(() => box.ends(2))
      .toMatchObject([{ err: { code: 'E_EXCEPTION(3)' }, out: { packet: '05 86 03 43 A0' } }])
  })

  test('write, and the port is busy until the time for it is over: nothing is written, and that is reported', async () => {
    const held: (() => void)[] = []
    const written: unknown[] = []
    const { box } = await liveBox(open, (bytes, socket) => {
      const answer = modbus((request) => {
        if (request[1] === 6) written.push(request)
        return request[1] === 6 ? request.subarray(0, 6) : AIR_REPLY
      })
      held.push(() => void answer(bytes, socket))
    })
    await expect.poll(() => held.length).toBeGreaterThan(0)
    const exp = Date.now() + 400
    box.send(1, { op: 'write', arg: CUT_OUT, exp })
    await expect.poll(() => box.results(1)).toMatchObject([{ st: 'accepted' }])
    await expect.poll(() => Date.now()).toBeGreaterThan(exp)
    held[0]?.()
    await expect.poll(() => box.ends(1)).toMatchObject([{ st: 'expired', err: { code: 'E_EXPIRED' } }])
    expect(written).toEqual([])
  })

  test('run a script once: rows say what each command came to, and the polling goes on', async () => {
    const { box } = await liveBox(
      open,
      modbus((request) => (request[0] === 5 ? AIR_REPLY : null)),
    )
    const script = {
      name: 'once',
      periodSeconds: 60,
      commands: [airCommand(), airCommand({ unitId: 6, timeoutMs: 50 })],
    }
    box.send(1, { op: 'run.once', arg: { script } })
    await expect.poll(() => box.ends(1), { timeout: 5_000 }).toHaveLength(1)
    const { st, out } = box.ends(1)[0]!
    expect(st).toBe('done')
    expect(out?.rows).toMatchObject([
      { unitId: 5, packet: '05 03 02 00 22 C9 9D', values: [{ pointId: 1005, value: 3.4, quality: 0 }] },
      { unitId: 6, packet: '', code: 'E_TIMEOUT', values: [{ value: null, quality: 1 }] },
    ])
    expect(box.results(1)[0]?.st).toBe('accepted')
    const before = box.hub.arrivals.length
    await expect.poll(() => box.hub.arrivals.length).toBeGreaterThan(before)
    box.send(2, { op: 'run.once', arg: { script: { ...script, commands: [airCommand({ portId: 'p9' })] } } })
    await expect.poll(() => box.ends(2)).toMatchObject([{ st: 'refused', err: { code: 'E_FORM' } }])
  })

  test('something twice does it once and answers the same', async () => {
    let writes = 0
    const { box } = await liveBox(
      open,
      modbus((request) => {
        if (request[1] !== 6) return AIR_REPLY
        writes++
        return request.subarray(0, 6)
      }),
    )
    const command = { op: 'write' as const, arg: CUT_OUT, iat: Date.now(), exp: Date.now() + 60_000 }
    box.send(1, command)
    box.send(1, command)
    await expect.poll(() => box.ends(1).length).toBeGreaterThan(0)
    box.send(1, command)
    await expect.poll(() => box.ends(1).length).toBeGreaterThan(1)
    expect(new Set(box.ends(1).map(({ at, st, out }) => JSON.stringify([at, st, out]))).size).toBe(1)
    expect(writes).toBe(1)
  })

  test('something that no one with the key said does nothing at all', async () => {
    let writes = 0
    const { box, lines } = await liveBox(
      open,
      modbus((request) => {
        if (request[1] !== 6) return AIR_REPLY
        writes++
        return request.subarray(0, 6)
      }),
    )
    const write = { op: 'write' as const, arg: CUT_OUT }
    const topic = downTopic(TERMINAL, 'cmd')
    const signed = signMessage(commandOf(3, write), box.signer)
    box.send(1, write, newSigner('key1'))
    box.send(2, write, newSigner('other'))
    box.hub.send(topic, packMessage({ ...signed, p: `${signed.p}AA` }))
    box.hub.send(topic, packMessage({ ...signed, k: 'key2' }))
    box.send(4, { ...write, tid: 'TB-009999' as TerminalId })
    box.send(5, { ...write, id: 'short' })
    box.hub.send(topic, Buffer.from('rubbish'))
    box.hub.send(topic, Buffer.alloc(0))
    box.send(6, { ...write, exp: Date.now() - 1 })
    await expect.poll(() => box.ends(6)).toMatchObject([{ st: 'expired', err: { code: 'E_EXPIRED' } }])
    box.send(7, { op: 'write', arg: { ...CUT_OUT, unitId: 0 } })
    await expect.poll(() => box.ends(7)).toMatchObject([{ st: 'refused', err: { code: 'E_FORM' } }])
    expect(box.hub.reports.filter(({ channel }) => channel === 'res')).toHaveLength(2)
    expect(writes).toBe(0)
    const codes = lines.filter((line) => line.msg === 'command dropped').map((line) => line.code)
    expect(codes).toEqual(['E_SIG', 'E_SIG', 'E_SIG', 'E_SIG', 'E_FOREIGN', 'E_FORM', 'E_FORM', 'E_FORM'])
  })

  test('hand over logs: those below the log folder, wherever links lead', async () => {
    const { box, setup } = await liveBox(
      open,
      modbus(() => AIR_REPLY),
    )
    mkdirSync(setup.logFolder, { recursive: true })
    const line = (at: string, msg: string) => `{"level":"info","time":"${at}","msg":"${msg}"}\n`
    writeFileSync(
      join(setup.logFolder, 'terminal.log'),
      line('2026-11-20T09:00:00.000Z', 'before') + line('2026-11-20T10:30:00.000Z', 'within'),
    )
    symlinkSync(setup.credentialPath, join(setup.logFolder, 'link.log'))
    box.answer = () => [201, '{}']
    const arg = {
      from: Date.parse('2026-11-20T10:00:00Z'),
      to: Date.parse('2026-11-20T11:00:00Z'),
      paths: [] as string[],
      url: '/field/v1/logs/01JD3K00000000000000000001',
    }
    box.send(1, { op: 'log.fetch', arg })
    await expect.poll(() => box.ends(1)).toMatchObject([{ st: 'done', out: { files: 1 } }])
    const upload = box.requests.find(({ path }) => path === arg.url)
    expect(gunzipSync(upload!.body).toString()).toContain('within')
    expect(gunzipSync(upload!.body).toString()).not.toContain('before')
    expect(gunzipSync(upload!.body).toString()).not.toContain(SECRET)
    expect(upload!.authorization).toBe(`Basic ${Buffer.from(`${TERMINAL}:${SECRET}`).toString('base64')}`)
    for (const [index, path] of ['link.log', '../../credential', '/etc/passwd', 'none.log'].entries()) {
      box.send(10 + index, { op: 'log.fetch', arg: { ...arg, paths: [path] } })
      await expect
        .poll(() => box.ends(10 + index))
        .toMatchObject([{ st: 'refused', err: { code: 'E_PATH' } }])
    }
    expect(box.requests).toHaveLength(1)
  })

  test('change its credential: written for the owner alone, used from then on', async () => {
    const { box, setup, terminal } = await liveBox(
      open,
      modbus(() => AIR_REPLY),
    )
    const secret = 'S'.repeat(43)
    box.answer = () => [200, JSON.stringify({ secret, old_until: '2026-11-22T00:00:00.000Z' })]
    box.send(1, { op: 'cred.rotate', arg: { token: 'good-once' } })
    await expect.poll(() => box.ends(1)).toMatchObject([{ st: 'done' }])
    expect(readFileSync(setup.credentialPath, 'utf8').trim()).toBe(secret)
    expect(statSync(setup.credentialPath).mode & 0o777).toBe(0o600)
    expect(JSON.parse(box.requests[0]!.body.toString())).toEqual({
      tid: TERMINAL,
      token: 'good-once',
      secret: SECRET,
    })
    // the broker of this test takes the old one alone, so the new one is refused: it is what is used now
    await expect.poll(() => terminal.isConnected).toBe(false)
  })

  test('restart: answered first, then ended; the box only where its settings allow it', async () => {
    const { box, restarts } = await liveBox(
      open,
      modbus(() => AIR_REPLY),
    )
    box.send(1, { op: 'restart', arg: { what: 'box' } })
    await expect.poll(() => box.ends(1)).toMatchObject([{ st: 'refused', err: { code: 'E_NOT_ALLOWED' } }])
    box.send(2, { op: 'restart', arg: { what: 'program' } })
    await expect.poll(() => restarts.length).toBe(1)
    await expect.poll(() => box.ends(2)).toMatchObject([{ st: 'done' }])
  })

  test('something that cannot be understood, 3000 times, says nothing and goes on', async () => {
    const { box, terminal } = await liveBox(
      open,
      modbus(() => AIR_REPLY),
    )
    const content = fc.oneof(
      fc.uint8Array({ maxLength: 300 }),
      fc.json().map((text) => Buffer.from(text)),
      fc.record({ k: fc.constant('key1'), p: fc.base64String(), sig: fc.base64String() }).map(packMessage),
      fc.anything().map((value) => packMessage(signMessage({ v: 1, value }, box.signer))),
    )
    const channels = ['cmd', 'cfg'] as const
    for (const [index, bytes] of fc.sample(content, 3_000).entries()) {
      box.hub.send(downTopic(TERMINAL, channels[index % 2]!), bytes)
    }
    box.send(1, { op: 'write', arg: {} })
    // E_FORM, or E_TIME where all that took so long that the time has to be asked for again
    await expect.poll(() => box.ends(1), { timeout: 20_000 }).toMatchObject([{ st: 'refused' }])
    expect(box.hub.reports.filter(({ channel }) => channel === 'res')).toHaveLength(1)
    expect(terminal.isConnected).toBe(true)
  })
})
