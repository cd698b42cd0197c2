import { createHmac, timingSafeEqual } from 'node:crypto'
import { Problem } from '@coldkeep/contract/problem'
import { type GatewayAnswer, sendToGateway } from '../channels/send-to-gateway'

/** The settings of the LINE account that messages come from, from the environment. */
export interface LineSettings {
  readonly token: string
  readonly secret: string
  /** Where the Messaging API is reached, without a slash at its end. */
  readonly url: string
}

/** The Messaging API of LINE, as far as it is needed here. */
export interface LineApi {
  push(to: string, text: string, retryKey: string): Promise<GatewayAnswer | { readonly failed: string }>
  /** Replies to a person who wrote, which costs nothing. */
  reply(replyToken: string, text: string): Promise<void>
  /** True where these bytes were signed with the secret of the account. */
  isSigned(body: Uint8Array, signature: unknown): boolean
  /** Of a code; the database does not hold what it could be guessed with. */
  hashCode(code: string): Buffer
}

/** UTF-16 code units of a text message. */
const MOST_LETTERS = 5_000

export function openLine({ token, secret, url }: LineSettings): LineApi {
  const post = (path: string, body: object, headers: Readonly<Record<string, string>> = {}) =>
    sendToGateway(`${url}${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
  const hmac = (content: Uint8Array | string) => createHmac('sha256', secret).update(content).digest()
  return {
    push: (to, text, retryKey) =>
      post('/v2/bot/message/push', { to, messages: [textMessage(text)] }, { 'x-line-retry-key': retryKey }),
    async reply(replyToken, text) {
      await post('/v2/bot/message/reply', { replyToken, messages: [textMessage(text)] })
    },
    isSigned(body, signature) {
      const given = Buffer.from(typeof signature === 'string' ? signature : '', 'base64')
      const own = hmac(body)
      return given.length === own.length && timingSafeEqual(given, own)
    },
    hashCode: (code) => hmac(`link:${code}`),
  }
}

function textMessage(text: string) {
  const isLong = text.length > MOST_LETTERS
  return { type: 'text', text: isLong ? `${text.slice(0, MOST_LETTERS - 1)}…` : text }
}

/** @throws Problem `route.unknown` without an account of LINE, `credential.refused` where LINE has not signed the bytes */
export function checkSigned(line: LineApi | null, body: Uint8Array, signature: unknown): void {
  if (line === null) throw new Problem('route.unknown')
  if (!line.isSigned(body, signature)) throw new Problem('credential.refused')
}
