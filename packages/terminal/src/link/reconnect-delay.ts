const LONGEST_DELAY_SECONDS = 120

/** Why there is no connection: it never came about, the store's own line failed, or the server went away. */
export type LossCause = 'no_connection' | 'own_line' | 'server_gone'

/**
 * Milliseconds to wait before the next attempt: anything from 0 to 2, 4, 8 … 120 s, so that terminals that
 * were cut off together do not come back together.
 * @param attempt 1 for the first after a connection
 * @param spreadSeconds requested by the server; the first wait after it went away is spread over this long
 */
export function reconnectDelayMs(
  attempt: number,
  cause: LossCause,
  spreadSeconds: number,
  random: () => number,
): number {
  const usualSeconds = Math.min(LONGEST_DELAY_SECONDS, 2 ** attempt)
  const isSpread = cause === 'server_gone' && attempt === 1
  return 1_000 * random() * (isSpread ? Math.max(usualSeconds, spreadSeconds) : usualSeconds)
}

export function causeOfLoss(wasConnected: boolean, error: Error | null): LossCause {
  if (!wasConnected) return 'no_connection'
  return error !== null && isOwnLine(error) ? 'own_line' : 'server_gone'
}

/** True for errors that happen between this box and its network, before anything of the server's is reached. */
function isOwnLine(error: Error): boolean {
  if ('code' in error && ownLineCodes.some((code) => code === error.code)) return true
  return error.message === 'Keepalive timeout'
}

const ownLineCodes = [
  'ENETDOWN',
  'ENETUNREACH',
  'EHOSTDOWN',
  'EHOSTUNREACH',
  'EADDRNOTAVAIL',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
]
