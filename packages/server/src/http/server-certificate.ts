import { createPrivateKey, X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Server, TlsOptions } from 'node:tls'
import { fail, ok, type Result } from '@coldkeep/domain/result'
import type { Logger } from 'pino'

/** Both in PEM, absolute. */
export interface CertificateFiles {
  /** The certificate, followed by those between it and its authority. */
  readonly certificateFile: string
  readonly keyFile: string
}

/** What HTTP and the embedded broker show to who connects. */
export interface ServerCertificate {
  /** For a server that is made now. */
  options(): TlsOptions
  /** The certificate itself where it is its own authority, in PEM; else `null`. */
  ownAuthority(): string | null
  /** From now on the server shows what the files hold after each `renew`. */
  follow(server: Server): void
  /** Reads the files again. A pair that cannot be used is logged, and the one before stays. */
  renew(): void
}

/** Suites with forward secrecy and authenticated encryption alone. */
const CIPHERS = [
  'TLS_AES_256_GCM_SHA384',
  'TLS_CHACHA20_POLY1305_SHA256',
  'TLS_AES_128_GCM_SHA256',
  'ECDHE-ECDSA-AES256-GCM-SHA384',
  'ECDHE-RSA-AES256-GCM-SHA384',
  'ECDHE-ECDSA-CHACHA20-POLY1305',
  'ECDHE-RSA-CHACHA20-POLY1305',
  'ECDHE-ECDSA-AES128-GCM-SHA256',
  'ECDHE-RSA-AES128-GCM-SHA256',
].join(':')

interface Pair {
  readonly cert: string
  readonly key: string
}

/** @returns one line that names the variable and the file that cannot be used, and why */
export function loadCertificate(files: CertificateFiles, log: Logger): Result<ServerCertificate, string> {
  const first = readPair(files)
  if (!first.ok) return first
  let held = first.value
  const options = (): TlsOptions => ({ ...held, minVersion: 'TLSv1.2', ciphers: CIPHERS })
  const servers: Server[] = []
  return ok({
    options,
    ownAuthority() {
      const certificate = new X509Certificate(held.cert)
      return certificate.ca && certificate.checkIssued(certificate) ? held.cert : null
    },
    follow: (server) => void servers.push(server),
    renew() {
      const next = readPair(files)
      if (!next.ok) return log.error({ reason: next.problem }, 'certificate not renewed')
      if (next.value.cert === held.cert && next.value.key === held.key) return
      held = next.value
      for (const server of servers) server.setSecureContext(options())
      log.info({ expires: new X509Certificate(held.cert).validTo }, 'certificate renewed')
    },
  })
}

function readPair({ certificateFile, keyFile }: CertificateFiles): Result<Pair, string> {
  const cert = readPem('COLDKEEP_TLS_CERT', certificateFile, 'certificate', (pem) => new X509Certificate(pem))
  if (!cert.ok) return cert
  const key = readPem('COLDKEEP_TLS_KEY', keyFile, 'private key without a password', createPrivateKey)
  if (!key.ok) return key
  return cert.value.parsed.checkPrivateKey(key.value.parsed)
    ? ok({ cert: cert.value.pem, key: key.value.pem })
    : fail(`COLDKEEP_TLS_KEY: ${keyFile} does not belong to the certificate`)
}

function readPem<Parsed>(
  variable: string,
  path: string,
  kind: string,
  parse: (pem: string) => Parsed,
): Result<{ readonly pem: string; readonly parsed: Parsed }, string> {
  let pem: string
  try {
    pem = readFileSync(path, 'utf8')
  } catch (error) {
    return fail(`${variable}: ${path} cannot be read (${(error as NodeJS.ErrnoException).code})`)
  }
  try {
    return ok({ pem, parsed: parse(pem) })
  } catch {
    return fail(`${variable}: ${path} is no ${kind} in PEM form`)
  }
}
