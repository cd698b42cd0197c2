import { seconds } from '@coldkeep/domain/time/instant'
import { isPassing, type SendOutcome } from './channel'

const WITHIN_MS = seconds(10)
const MOST_READ_BYTES = 4_000
/**
 * The address is not there, not allowed, or somewhere else: the set-up is wrong, whoever a message is for.
 */
const OF_THE_SETUP = [401, 403, 404, 405, 407]

export interface GatewayAnswer {
  readonly status: number
  /** The beginning of the answer. It may repeat what was sent, secrets included: it is read, never shown. */
  readonly text: string
}

interface GatewayRequest {
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | null
  readonly withinMs?: number
}

/**
 * Sends a request to an address that the operator configured. Redirects are not followed, so that secrets go
 * nowhere else.
 * @returns the answer within ten seconds, or in a word why there was none
 */
export async function sendToGateway(
  url: string,
  { method, headers, body, withinMs = WITHIN_MS }: GatewayRequest,
): Promise<GatewayAnswer | { readonly failed: string }> {
  try {
    const answer = await fetch(url, {
      method,
      headers,
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(withinMs),
    })
    return { status: answer.status, text: await beginningOf(answer) }
  } catch (error) {
    return { failed: whyFailed(error) }
  }
}

/** What an answer means that is neither a yes nor known to the channel. */
export function refusedBy(status: number): SendOutcome {
  const reason = `HTTP ${status}`
  if (OF_THE_SETUP.includes(status) || (status >= 300 && status < 400))
    return { kind: 'again', reason, troubles: 'channel' }
  return { kind: isPassing(status) ? 'again' : 'dead', reason }
}

async function beginningOf(answer: Response): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of answer.body ?? []) {
    text += decoder.decode(chunk, { stream: true })
    if (text.length >= MOST_READ_BYTES) break
  }
  return text.slice(0, MOST_READ_BYTES)
}

/** The words of an error may hold the address with a key in it; its code does not. */
function whyFailed(error: unknown): string {
  if (error instanceof DOMException) return error.name
  const { code } = ((error as Error).cause ?? {}) as { code?: unknown }
  return typeof code === 'string' ? code : 'no connection'
}
