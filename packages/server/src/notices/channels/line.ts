import { createHmac } from 'node:crypto'
import type { LineApi } from '../line/line-api'
import type { Channel, NoticeMessage } from './channel'
import { refusedBy } from './send-to-gateway'

/** The same message was taken before. */
const REPEATED = 409
const TOO_MANY = 429
const MONTH_IS_FULL = /monthly limit/i

/** To the LINE account that was linked to a target. */
export function lineChannel(line: LineApi, key: Uint8Array): Channel {
  return async (message, { address }) => {
    if (address === '') return { kind: 'suppressed', reason: 'not_linked' }
    const answer = await line.push(address, textOf(message), retryKey(key, message.key))
    if ('failed' in answer) return { kind: 'again', reason: answer.failed, troubles: 'channel' }
    const { status, text } = answer
    if ((status >= 200 && status < 300) || status === REPEATED) return { kind: 'sent', recipient: address }
    // no further message until the month ends: later tries would only come too late
    if (status === TOO_MANY && MONTH_IS_FULL.test(text))
      return { kind: 'dead', reason: 'month_full', troubles: 'channel' }
    return refusedBy(status)
  }
}

/**
 * A UUID (RFC 9562, version 4) for a message's key at this installation: two that share a LINE account use
 * the same keys.
 */
export function retryKey(key: Uint8Array, messageKey: string): string {
  const bytes = createHmac('sha256', key).update(`line:${messageKey}`).digest().subarray(0, 16)
  bytes[6] = ((bytes[6] as number) & 0x0f) | 0x40
  bytes[8] = ((bytes[8] as number) & 0x3f) | 0x80
  const hex = bytes.toString('hex')
  return [0, 8, 12, 16, 20].map((at, place, ats) => hex.slice(at, ats[place + 1])).join('-')
}

function textOf({ title, body, url }: NoticeMessage): string {
  return [title, '', body, ...(url === null ? [] : ['', url])].join('\n')
}
