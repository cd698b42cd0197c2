import { Handshake, type Send } from './handshake'
import { decodeVersion, encodeVersion, type ProtocolVersion, VERSION_BYTES } from './protocol-version'
import { RfbError } from './rfb-error'
import { SECURITY_OK, securityType } from './security-type'
import { encodeServerInit, type ServerInit } from './server-init'
import type { Steps } from './stepwise-reader'

export interface AgreedVersion {
  readonly version: ProtocolVersion
}

export interface ClientInit {
  /** False where the client wants all others to be disconnected (RFC 6143, 7.3.1). */
  readonly isShared: boolean
}

const ONLY_NONE = Buffer.of(1, securityType.none)

/**
 * The server's side up to the result of the security, for clients that were let in otherwise: 3.8 is stated, security
 * "none" is offered (RFC 6143, 7.1; for clients of 3.3 and 3.7 appendix A).
 * Its errors: `version` · `security` the client picks another type.
 */
export function serverSecurityHandshake(): Handshake<AgreedVersion> {
  return new Handshake(offerNone)
}

/** The server's side after that: the client says if it shares, the server states its screen (RFC 6143, 7.3). */
export function serverInitHandshake(init: ServerInit): Handshake<ClientInit> {
  return new Handshake((send) => stateScreen(send, init))
}

function* offerNone(send: Send): Steps<AgreedVersion> {
  send(encodeVersion('3.8'))
  const version = decodeVersion(yield VERSION_BYTES)
  if (version === null) throw new RfbError('version', 'the client states no version of RFB from 3.3 on')
  if (version === '3.3') {
    send(word(securityType.none))
    return { version }
  }
  send(ONLY_NONE)
  const chosen = (yield 1).readUInt8()
  if (chosen !== securityType.none) throw new RfbError('security', `the client picks security ${chosen}`)
  if (version === '3.8') send(word(SECURITY_OK))
  return { version }
}

function* stateScreen(send: Send, init: ServerInit): Steps<ClientInit> {
  const isShared = (yield 1).readUInt8() !== 0
  send(encodeServerInit(init))
  return { isShared }
}

function word(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}
