import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { describe, test } from 'vitest'

/** Debian's own interpreter; other ones do not see its packages. */
const PYTHON = '/usr/bin/python3'

export interface ReceivedMail {
  readonly from: string
  readonly to: readonly string[]
  /** Headers and body as they came. */
  readonly content: string
  readonly overTls: boolean
}

export interface SmtpServer {
  readonly port: number
  /** Its own certificate, in PEM, where it speaks TLS. */
  readonly certificate: string
  /** In the order in which they came. */
  readonly mails: readonly ReceivedMail[]
  /** Settles once so many have come since the start, with the last of them. */
  mail(count: number): Promise<ReceivedMail>
  stop(): Promise<void>
}

/** A suite that needs a mail server by others; where none is installed one test says so. */
export function describeWithSmtp(name: string, suite: () => void): void {
  if (spawnSync(PYTHON, ['-c', 'import aiosmtpd']).status === 0) describe(name, suite)
  else test(name, ({ skip }) => skip('aiosmtpd is not installed (npm run peers)'))
}

/**
 * A mail server by others.
 * @param replies what it says to a recipient, one after the other, instead of taking the mail
 * @param password it takes mail only of those who sign in with it
 */
export async function startSmtpServer({
  replies = {},
  password = null,
  tls = false,
}: {
  readonly replies?: Readonly<Record<string, readonly string[]>>
  readonly password?: string | null
  readonly tls?: boolean
} = {}): Promise<SmtpServer> {
  const files = tls ? makeCertificate() : null
  const script = fileURLToPath(new URL('smtp_server.py', import.meta.url))
  const child = spawn(PYTHON, [script, ...(files ?? [])], { stdio: ['pipe', 'pipe', 'pipe'] })
  let complaints = ''
  child.stderr.on('data', (chunk: Buffer) => {
    complaints += chunk.toString()
  })
  const mails: ReceivedMail[] = []
  const waiting = new Map<number, (mail: ReceivedMail) => void>()
  child.stdin.write(`${JSON.stringify({ replies, password })}\n`)
  const port = await new Promise<number>((resolve, reject) => {
    child.once('exit', () => reject(new Error(`the mail server ended: ${complaints}`)))
    createInterface({ input: child.stdout }).on('line', (line) => {
      const ready = /^ready (\d+)$/.exec(line)
      if (ready) resolve(Number(ready[1]))
      else waiting.get(mails.push(JSON.parse(line)))?.(mails.at(-1) as ReceivedMail)
    })
  })
  return {
    port,
    certificate: files === null ? '' : readFileSync(files[0], 'utf8'),
    mails,
    mail: (count) =>
      new Promise((resolve) => {
        const there = mails[count - 1]
        if (there === undefined) waiting.set(count, resolve)
        else resolve(there)
      }),
    async stop() {
      const ended = once(child, 'exit')
      child.stdin.end()
      await ended
    },
  }
}

/** The text of a mail, whatever way it was packed for its travel. */
export function textOf({ content }: ReceivedMail): string {
  const [head = '', ...parts] = content.split('\r\n\r\n')
  const body = parts.join('\r\n\r\n')
  if (/^content-transfer-encoding: base64/im.test(head)) return Buffer.from(body, 'base64').toString('utf8')
  if (!/^content-transfer-encoding: quoted-printable/im.test(head)) return body
  const bytes = body
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString('utf8')
}

function makeCertificate(): [certificate: string, key: string] {
  const folder = mkdtempSync(join(tmpdir(), 'coldkeep-smtp-'))
  const [certificate, key] = [join(folder, 'certificate.pem'), join(folder, 'key.pem')] as const
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1']
  const made = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2']
  execFileSync('openssl', ['req', ...made, ...subject, '-keyout', key, '-out', certificate], {
    stdio: 'ignore',
  })
  return [certificate, key]
}
