import * as z from 'zod/mini'
import { defineCall, nothing } from '../call'

/** What a browser made: the address at its maker, a public key and a secret, both in base64url. */
const subscription = z.object({
  endpoint: z.string().check(z.maxLength(500)),
  p256dh: z.string().check(z.regex(/^[\w-]{87}=?$/)),
  auth: z.string().check(z.regex(/^[\w-]{22}(==)?$/)),
})

export type PushSubscriptionInput = z.output<typeof subscription>

/** The same as browsers write it. */
const written = z.object({
  endpoint: subscription.shape.endpoint,
  keys: z.object({ p256dh: subscription.shape.p256dh, auth: subscription.shape.auth }),
})

/** What a sign-in carries of its browser; `null` where that is nothing, or the token of something else. */
export function readPushToken(token: string): PushSubscriptionInput | null {
  try {
    const { endpoint, keys } = z.parse(written, JSON.parse(token))
    return { endpoint, ...keys }
  } catch {
    return null
  }
}

export const getPush = defineCall({
  method: 'GET',
  path: '/api/v2/account/push',
  access: 'signed_in',
  summary:
    'Whether this browser shows messages of the own account, in how many others it does, and the key to ask with.',
  answer: z.object({ key: z.string(), isOn: z.boolean(), others: z.int() }),
})

export const beginPush = defineCall({
  method: 'POST',
  path: '/api/v2/account/push',
  access: 'signed_in',
  summary: 'Sends messages to this browser until its sign-in ends.',
  body: subscription,
  answer: nothing,
})

export const endPush = defineCall({
  method: 'POST',
  path: '/api/v2/account/push/end',
  access: 'signed_in',
  summary: 'Sends no more messages to this browser.',
  answer: nothing,
})
