import { Handshake, type Send } from './handshake'
import { readPeerText } from './peer-text'
import { decodeVersion, encodeVersion, type ProtocolVersion, VERSION_BYTES } from './protocol-version'
import { RfbError, type RfbFault } from './rfb-error'
import { SECURITY_OK, type SecurityType, securityType } from './security-type'
import { decodeServerInit, MAX_NAME_BYTES, SERVER_INIT_BYTES, type ServerInit } from './server-init'
import type { Steps } from './stepwise-reader'
import { CHALLENGE_BYTES, encryptChallenge } from './vnc-password'

export interface AgreedSecurity {
  readonly version: ProtocolVersion
  readonly security: SecurityType
}

const MAX_REASON_BYTES = 1024
const SHARED = Buffer.of(1)

/**
 * The client's side from the version to the result of the security (RFC 6143, 7.1.1 to 7.1.3; for 3.3 and 3.7 appendix
 * A). Its errors: `version` · `security` the server offers none that is spoken here · `password` the server requires one
 * and there is none · `refused` and `authentication` with the server's reason, of which 1 KiB is read.
 * @param password null where none is known; with one, it is used before "none" where the server offers both
 */
export function clientSecurityHandshake(password: string | null): Handshake<AgreedSecurity> {
  return new Handshake((send) => agreeOnSecurity(send, password))
}

/**
 * The client's side after that: others may stay connected, and the server states its screen (RFC 6143, 7.3).
 * Its errors: `screen`, `pixel_format`, `length` of the name.
 */
export function clientInitHandshake(): Handshake<ServerInit> {
  return new Handshake(exchangeInit)
}

function* agreeOnSecurity(send: Send, password: string | null): Steps<AgreedSecurity> {
  const version = decodeVersion(yield VERSION_BYTES)
  if (version === null) throw new RfbError('version', 'the server states no version of RFB from 3.3 on')
  send(encodeVersion(version))
  const security = version === '3.3' ? yield* takeSecurity(password) : yield* chooseSecurity(send, password)
  if (security === securityType.vncAuthentication) {
    send(encryptChallenge(password ?? '', yield CHALLENGE_BYTES))
  }
  const isResultSent = version === '3.8' || security !== securityType.none
  if (isResultSent && (yield 4).readUInt32BE() !== SECURITY_OK) {
    const reason = version === '3.8' ? yield* readReason() : ''
    throw new RfbError('authentication', reason || 'the server does not let us in')
  }
  return { version, security }
}

/** In 3.3 the server decides. */
function* takeSecurity(password: string | null): Steps<SecurityType> {
  const type = (yield 4).readUInt32BE()
  if (type === 0) throw yield* refusal('refused')
  return pickSecurity([type], password)
}

function* chooseSecurity(send: Send, password: string | null): Steps<SecurityType> {
  const count = (yield 1).readUInt8()
  if (count === 0) throw yield* refusal('refused')
  const security = pickSecurity([...(yield count)], password)
  send(Buffer.of(security))
  return security
}

function pickSecurity(offered: readonly number[], password: string | null): SecurityType {
  const isOffered = (type: SecurityType) => offered.includes(type)
  if (password !== null && isOffered(securityType.vncAuthentication)) return securityType.vncAuthentication
  if (isOffered(securityType.none)) return securityType.none
  if (isOffered(securityType.vncAuthentication)) {
    throw new RfbError('password', 'the server requires a password')
  }
  throw new RfbError('security', `the server offers the types of security ${offered.join(', ')} only`)
}

function* refusal(code: RfbFault): Steps<RfbError> {
  const reason = yield* readReason()
  return new RfbError(code, reason || 'the server gives no reason')
}

function* readReason(): Steps<string> {
  const length = (yield 4).readUInt32BE()
  return readPeerText(yield Math.min(length, MAX_REASON_BYTES))
}

function* exchangeInit(send: Send): Steps<ServerInit> {
  send(SHARED)
  const fixed = yield SERVER_INIT_BYTES
  const nameBytes = fixed.readUInt32BE(SERVER_INIT_BYTES - 4)
  // what the screen is comes first: it is the more useful message when both are wrong
  const init = decodeServerInit(fixed)
  if (nameBytes > MAX_NAME_BYTES)
    throw new RfbError('length', `the name of the screen has ${nameBytes} bytes`)
  return { ...init, name: readPeerText(yield nameBytes) }
}
