import { createHash, randomBytes } from 'node:crypto'

/** With what a camera is signed in to. */
export interface CameraLogin {
  readonly user: string
  readonly password: string
}

/** A request that is to be authorized. */
interface Authorized {
  readonly method: string
  /** Path and query as they are sent. */
  readonly uri: string
}

interface Challenge {
  readonly scheme: string
  readonly values: ReadonlyMap<string, string>
}

const HASHES: Readonly<Record<string, string>> = { 'sha-256': 'sha256', md5: 'md5' }
const FIRST_COUNT = '00000001'

/**
 * What answers the challenges of a camera: Digest (RFC 7616) with SHA-256, then with MD5, then Basic (RFC 7617).
 * @param challenged the values of its WWW-Authenticate lines
 * @param clientNonce in hexadecimal
 * @returns `null` where it requires something else
 */
export function authorize(
  challenged: readonly string[],
  { user, password }: CameraLogin,
  request: Authorized,
  clientNonce = randomBytes(16).toString('hex'),
): string | null {
  const challenges = challenged.flatMap(readChallenges)
  for (const algorithm of ['sha-256', 'md5']) {
    const digest = challenges.find(
      ({ scheme, values }) =>
        scheme === 'digest' && (values.get('algorithm') ?? 'MD5').toLowerCase() === algorithm,
    )
    if (digest !== undefined)
      return digestOf(digest.values, algorithm, { user, password }, request, clientNonce)
  }
  if (!challenges.some(({ scheme }) => scheme === 'basic')) return null
  return `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`
}

function digestOf(
  values: Challenge['values'],
  algorithm: string,
  { user, password }: CameraLogin,
  { method, uri }: Authorized,
  clientNonce: string,
): string | null {
  const hash = (text: string) =>
    createHash(HASHES[algorithm] ?? 'md5')
      .update(text)
      .digest('hex')
  const realm = values.get('realm') ?? ''
  const nonce = values.get('nonce')
  const offered = values
    .get('qop')
    ?.split(',')
    .map((one) => one.trim().toLowerCase())
  if (nonce === undefined || (offered !== undefined && !offered.includes('auth'))) return null
  const secret = hash(`${user}:${realm}:${password}`)
  const act = hash(`${method}:${uri}`)
  const response = offered
    ? hash(`${secret}:${nonce}:${FIRST_COUNT}:${clientNonce}:auth:${act}`)
    : hash(`${secret}:${nonce}:${act}`)
  const opaque = values.get('opaque')
  const quoted = {
    ...{ username: user, realm, nonce, uri, response },
    ...(offered && { cnonce: clientNonce }),
    ...(opaque !== undefined && { opaque }),
  }
  const named = values.get('algorithm')
  // an old camera that names none may not know the word
  const bare = {
    ...(named !== undefined && { algorithm: named }),
    ...(offered && { qop: 'auth', nc: FIRST_COUNT }),
  }
  const parts = [
    ...Object.entries(quoted).map(([name, value]) => `${name}="${value.replace(/["\\]/g, '\\$&')}"`),
    ...Object.entries(bare).map(([name, value]) => `${name}=${value}`),
  ]
  return `Digest ${parts.join(', ')}`
}

/** One line may hold several; a scheme is a word that is followed by a blank and no `=`. */
function readChallenges(line: string): Challenge[] {
  const parts = /(?:^|,\s*)([A-Za-z]+)(?=\s+[A-Za-z0-9_-]+\s*=|\s*$)/g
  const begins = [...line.matchAll(parts)]
  return begins.map((begin, index) => {
    const from = begin.index + begin[0].length
    const values = new Map<string, string>()
    const text = line.slice(from, begins[index + 1]?.index)
    for (const [, name = '', quoted, bare] of text.matchAll(
      /([A-Za-z0-9_-]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s,]+))/g,
    ))
      values.set(name.toLowerCase(), quoted?.replace(/\\(.)/g, '$1') ?? bare ?? '')
    return { scheme: (begin[1] ?? '').toLowerCase(), values }
  })
}
