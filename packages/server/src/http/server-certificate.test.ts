import { once } from 'node:events'
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ConnectionOptions, connect, createServer, type TLSSocket } from 'node:tls'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { describeWithOpenssl, makeCertificate } from '../testing/certificate'
import { loadCertificate, type ServerCertificate } from './server-certificate'

describeWithOpenssl('certificate and key of the server', () => {
  const folder = mkdtempSync(join(tmpdir(), 'coldkeep-certificate-'))
  afterAll(() => rmSync(folder, { recursive: true }))
  const files = { certificateFile: join(folder, 'served.pem'), keyFile: join(folder, 'served.key') }
  let [first, second]: ReturnType<typeof makeCertificate>[] = []
  beforeAll(() => {
    first = makeCertificate(folder, 'first')
    second = makeCertificate(folder, 'second')
  })
  const open = (made = first) => {
    if (made === undefined) throw new Error('no certificate was made')
    copyFileSync(made.certificateFile, files.certificateFile)
    copyFileSync(made.keyFile, files.keyFile)
  }

  const closings: (() => void)[] = []
  afterEach(() => {
    for (const close of closings.splice(0)) close()
  })
  const logged: string[] = []
  const log = pino({ level: 'info' }, { write: (line) => void logged.push(line) })
  const load = (): ServerCertificate => {
    const loaded = loadCertificate(files, log)
    if (!loaded.ok) throw new Error(loaded.problem)
    return loaded.value
  }
  async function serve(certificate: ServerCertificate): Promise<number> {
    const server = createServer(certificate.options(), (socket) => socket.end())
    certificate.follow(server)
    server.listen(0, '127.0.0.1')
    closings.push(() => server.close())
    await once(server, 'listening')
    return (server.address() as AddressInfo).port
  }
  async function meet(port: number, options: ConnectionOptions = {}): Promise<TLSSocket> {
    const socket = connect({
      host: '127.0.0.1',
      port,
      ca: [first?.certificate ?? '', second?.certificate ?? ''],
      ...options,
    })
    closings.push(() => socket.destroy())
    await once(socket, 'secureConnect')
    return socket
  }
  const nameShownAt = async (port: number) => (await meet(port)).getPeerCertificate().subject.CN

  test('what the files hold after a renewal is shown to the next who connects', async () => {
    open()
    const certificate = load()
    const port = await serve(certificate)
    expect(await nameShownAt(port)).toBe('first')
    open(second)
    certificate.renew()
    expect(await nameShownAt(port)).toBe('second')
  })

  test('half a renewal is logged, and the pair before stays', async () => {
    open()
    const certificate = load()
    const port = await serve(certificate)
    logged.length = 0
    copyFileSync(second?.certificateFile ?? '', files.certificateFile)
    certificate.renew()
    expect(await nameShownAt(port)).toBe('first')
    expect(JSON.parse(logged[0] ?? '{}').reason).toMatch(/^COLDKEEP_TLS_KEY: .*does not belong/)
  })

  test('nothing older than TLS 1.2 is spoken, and no suite without forward secrecy', async () => {
    open()
    const port = await serve(load())
    expect((await meet(port)).getProtocol()).toBe('TLSv1.3')
    expect((await meet(port, { maxVersion: 'TLSv1.2' })).getCipher().name).toMatch(/^ECDHE-/)
    const old = { minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' } as const
    await expect(meet(port, old)).rejects.toThrow(/protocol version|unsupported protocol/i)
    await expect(meet(port, { maxVersion: 'TLSv1.2', ciphers: 'ECDHE-ECDSA-AES128-SHA256' })).rejects.toThrow(
      /handshake failure/i,
    )
  })

  test('a certificate that signed itself is the authority that terminals are told', () => {
    open()
    expect(load().ownAuthority()).toBe(first?.certificate)
  })

  test.each<[string, () => void, RegExp]>([
    [
      'no certificate',
      () => rmSync(files.certificateFile),
      /^COLDKEEP_TLS_CERT: .* cannot be read \(ENOENT\)$/,
    ],
    [
      'other bytes',
      () => writeFileSync(files.certificateFile, 'x'),
      /^COLDKEEP_TLS_CERT: .* is no certificate/,
    ],
    [
      'no key in the file',
      () => writeFileSync(files.keyFile, 'x'),
      /^COLDKEEP_TLS_KEY: .* is no private key/,
    ],
    [
      'the key of another',
      () => copyFileSync(second?.keyFile ?? '', files.keyFile),
      /^COLDKEEP_TLS_KEY: .* does not belong to the certificate$/,
    ],
  ])('%s: refused by the name of the variable', (_, spoil, reason) => {
    open()
    spoil()
    const loaded = loadCertificate(files, log)
    expect(loaded.ok ? null : loaded.problem).toMatch(reason)
  })
})
