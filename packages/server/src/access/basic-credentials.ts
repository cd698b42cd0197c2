export interface Credentials {
  readonly login: string
  readonly password: string
}

/**
 * Account and password of a Basic `authorization` header, both in UTF-8 (RFC 7617).
 * `null` where the header is missing or malformed.
 */
export function parseBasic(header: string | undefined): Credentials | null {
  const encoded = /^Basic +([A-Za-z0-9+/]+={0,2})$/i.exec(header ?? '')?.[1]
  if (encoded === undefined) return null
  const text = decodeUtf8(Buffer.from(encoded, 'base64'))
  const colon = text?.indexOf(':') ?? -1
  if (text === null || colon < 1 || text.includes('\0')) return null
  return { login: text.slice(0, colon).normalize('NFC'), password: text.slice(colon + 1).normalize('NFC') }
}

function decodeUtf8(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return null
  }
}
