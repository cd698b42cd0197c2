/**
 * What is wrong:
 * `version` no protocol version that is spoken here · `security` no type of security that is spoken here ·
 * `password` one is missing, or cannot be sent · `refused` the server wants no client now ·
 * `authentication` the server does not accept the password · `screen` a screen of no or too many pixels ·
 * `pixel_format` one that cannot be, or is not supported · `message` a message of an unknown or forbidden type, or with
 * fields that cannot be · `length` longer than may be · `rectangle` outside of the screen · `encoding` one that was not
 * offered · `compression` bytes that are no zlib stream, or become too many · `tile` a ZRLE tile that cannot be ·
 * `text` characters or key names that cannot be typed · `recording` bytes that are no recording
 */
export type RfbFault =
  | 'version'
  | 'security'
  | 'password'
  | 'refused'
  | 'authentication'
  | 'screen'
  | 'pixel_format'
  | 'message'
  | 'length'
  | 'rectangle'
  | 'encoding'
  | 'compression'
  | 'tile'
  | 'text'
  | 'recording'

/** The stream of a peer cannot be followed any further, or something cannot be sent; a connection must be closed. */
export class RfbError extends Error {
  override readonly name = 'RfbError'
  readonly code: RfbFault

  /** @param message for a log: it may quote the peer, whose text is bounded and without control characters */
  constructor(code: RfbFault, message: string) {
    super(message)
    this.code = code
  }
}
