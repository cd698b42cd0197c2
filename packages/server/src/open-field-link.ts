import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { isIPv6 } from 'node:net'
import { MAX_LOG_BYTES } from '@coldkeep/contract/mqtt/command-arguments'
import { signMessage } from '@coldkeep/contract/mqtt/signed'
import { fail, ok, type Result } from '@coldkeep/domain/result'
import { tryLimit } from './access/try-limit'
import type { FieldKeys } from './commands/keys'
import { logFiles } from './commands/log-files'
import type { Dispatch } from './dispatch/dispatch'
import type { Settings } from './env'
import type { ServerCertificate } from './http/server-certificate'
import type { BrokerAccounts } from './messages/broker-accounts'
import type { MessageSource } from './messages/message-source'
import type { Rounds } from './tasks/rounds'
import type { FieldLink } from './terminals/field-link'

type FieldSettings = Pick<
  Settings,
  'host' | 'tls' | 'mqttPort' | 'mqttUrl' | 'publicMqttUrls' | 'mqttCaFile' | 'dataFolder'
>

interface FieldMeans {
  readonly source: Pick<MessageSource, 'recheck'>
  readonly keys: FieldKeys
  readonly dispatch: Pick<Dispatch, 'wake'>
  readonly jobs: Pick<Rounds, 'wake'>
  readonly accounts: BrokerAccounts
  readonly certificate: ServerCertificate | null
}

/** Listening on all addresses is no address that a terminal could use. */
const EVERY_ADDRESS = ['0.0.0.0', '::']

/** @returns one line that describes which file cannot be used, and why */
export function openFieldLink(
  settings: FieldSettings,
  { source, keys, dispatch, jobs, accounts, certificate }: FieldMeans,
): Result<FieldLink, string> {
  const authority =
    settings.mqttCaFile === null
      ? ok(certificate?.ownAuthority() ?? null)
      : readAuthority(settings.mqttCaFile)
  if (!authority.ok) return authority
  return ok({
    recheck: (terminals) => source.recheck(terminals),
    brokerUrls: (requestedHost) => brokerUrls(settings, requestedHost),
    authority: authority.value,
    commandKeys: () => keys.publicKeys(),
    signed: (content) => signMessage(content, keys.signing),
    claimTries: tryLimit(),
    accounts,
    wake: () => dispatch.wake(),
    wakeJobs: () => jobs.wake(),
    logs: logFiles(settings.dataFolder, MAX_LOG_BYTES),
  })
}

/** As settled; else the outside broker without its password; else the embedded one under a name that can be reached. */
export function brokerUrls(
  { host, tls, mqttPort, mqttUrl, publicMqttUrls }: FieldSettings,
  requestedHost: string,
): readonly string[] {
  if (publicMqttUrls.length > 0) return publicMqttUrls
  if (mqttUrl !== null) {
    const url = new URL(mqttUrl)
    url.username = ''
    url.password = ''
    return [url.href]
  }
  const name = EVERY_ADDRESS.includes(host) ? requestedHost : host
  return [`${tls === null ? 'mqtt' : 'mqtts'}://${isIPv6(name) ? `[${name}]` : name}:${mqttPort}`]
}

function readAuthority(path: string): Result<string, string> {
  try {
    const pem = readFileSync(path, 'utf8')
    return new X509Certificate(pem).ca
      ? ok(pem)
      : fail(`COLDKEEP_MQTT_CA: ${path} is the certificate of no authority`)
  } catch (error) {
    const code = error instanceof Error && 'syscall' in error ? (error as NodeJS.ErrnoException).code : null
    const why = code ? `cannot be read (${code})` : 'is no certificate in PEM form'
    return fail(`COLDKEEP_MQTT_CA: ${path} ${why}`)
  }
}
