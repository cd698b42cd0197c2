import { createHmac } from 'node:crypto'
import type { NoticeTargetId } from '@coldkeep/domain/ids'
import type { Channel, NoticeMessage } from './channel'
import { isPassing, reasonOf } from './channel'
import { postOutside } from './post-outside'
import type { AllowedHosts } from './safe-address'

const PREFIX = 'whsec_'
const GONE = 410

/** The secret of a target's webhook, as shown to its receiver. Each generation has another one. */
export function webhookSecret(key: Uint8Array, targetId: NoticeTargetId, generation: number): string {
  return `${PREFIX}${createHmac('sha256', key).update(`${targetId}:${generation}`).digest('base64')}`
}

/** As standard-webhooks signs: id, time and body, joined with points. */
function signWebhook(secret: string, id: string, timestamp: number, body: string): string {
  const key = Buffer.from(secret.slice(PREFIX.length), 'base64')
  return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`
}

/** POST of JSON, signed; with the secret of before as well while that still holds. */
export function webhookChannel(options: {
  readonly key: Uint8Array
  readonly allowed: AllowedHosts
  readonly ca?: string
}): Channel {
  return async (message, { targetId, address, secretGeneration, oldSecretUntil }) => {
    if (targetId === null) return { kind: 'suppressed', reason: 'no_address' }
    const body = JSON.stringify(bodyOf(message))
    const timestamp = Math.floor(message.at / 1000)
    const isOldGood = secretGeneration > 1 && oldSecretUntil !== null && message.at < oldSecretUntil
    const generations = isOldGood ? [secretGeneration, secretGeneration - 1] : [secretGeneration]
    const signature = generations
      .map((generation) => webhookSecret(options.key, targetId, generation))
      .map((secret) => signWebhook(secret, message.key, timestamp, body))
      .join(' ')
    const headers = {
      'content-type': 'application/json; charset=utf-8',
      'user-agent': 'Coldkeep',
      'webhook-id': message.key,
      'webhook-timestamp': String(timestamp),
      'webhook-signature': signature,
    }
    try {
      const { status } = await postOutside(address, { headers, body }, options)
      if (status >= 200 && status < 300) return { kind: 'sent', recipient: address }
      const reason = `HTTP ${status}`
      if (status === GONE) return { kind: 'gone', reason }
      return { kind: isPassing(status) ? 'again' : 'dead', reason }
    } catch (error) {
      return { kind: 'again', reason: reasonOf(error) }
    }
  }
}

function bodyOf({ language, title, body, url, at, facts }: NoticeMessage) {
  return {
    type: 'alarm.notice',
    timestamp: new Date(at).toISOString(),
    data: { language, title, text: body, url, alarms: facts },
  }
}
