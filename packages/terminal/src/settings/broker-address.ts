import { isIP } from 'node:net'
import type { TerminalSettings } from '@coldkeep/contract/mqtt/terminal-settings'
import type { SetupProblem } from './setup-problem'

const SECURE = ['mqtts:', 'wss:']
const PLAIN = ['mqtt:', 'ws:']

export function requiresTls(url: string): boolean {
  return SECURE.includes(new URL(url).protocol)
}

/** What is wrong with the first bad broker address. */
export function findAddressFault(
  { brokerUrls, caFile }: TerminalSettings,
  isInsecureAllowed: boolean,
): Omit<SetupProblem, 'where'> | null {
  for (const [index, url] of brokerUrls.entries()) {
    const why = faultOf(new URL(url), isInsecureAllowed)
    if (why !== null) return { path: `brokerUrls.${index}`, why }
    if (requiresTls(url) && caFile === undefined)
      return { path: 'caFile', why: `is missing, ${url} uses TLS` }
  }
  return null
}

function faultOf(url: URL, isInsecureAllowed: boolean): string | null {
  const { protocol, hostname, username, password, search } = url
  if (![...SECURE, ...PLAIN].includes(protocol)) return 'must begin with mqtts://, wss://, mqtt:// or ws://'
  if (hostname === '') return 'names no host'
  if (username !== '' || password !== '' || search !== '') {
    return 'holds more than an address; the secret belongs in the credential file'
  }
  if (PLAIN.includes(protocol) && !isLoopback(hostname) && !isInsecureAllowed) {
    return 'would send the secret unencrypted; use mqtts:// or wss://, or set COLDKEEP_INSECURE=1'
  }
  return null
}

export function isLoopback(hostname: string): boolean {
  return (
    hostname === 'localhost' || hostname === '[::1]' || (isIP(hostname) === 4 && hostname.startsWith('127.'))
  )
}
