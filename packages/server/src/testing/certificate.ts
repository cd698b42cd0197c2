import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'vitest'
import type { CertificateFiles } from '../http/server-certificate'

/** A suite that needs certificates; where nothing is installed to make them one test says so. */
export function describeWithOpenssl(name: string, suite: () => void): void {
  if (spawnSync('which', ['openssl']).status === 0) describe(name, suite)
  else test(name, ({ skip }) => skip('openssl is not installed'))
}

/**
 * Certificate and key for this machine, written into a folder under a name; the certificate is its own authority.
 */
export function makeCertificate(folder: string, name: string): CertificateFiles & { certificate: string } {
  const [certificateFile, keyFile] = [join(folder, `${name}.pem`), join(folder, `${name}.key`)]
  const kind = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2']
  const subject = ['-subj', `/CN=${name}`, '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1']
  execFileSync('openssl', ['req', ...kind, ...subject, '-keyout', keyFile, '-out', certificateFile], {
    stdio: 'ignore',
  })
  return { certificateFile, keyFile, certificate: readFileSync(certificateFile, 'utf8') }
}
