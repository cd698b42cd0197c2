import { hours } from '@coldkeep/domain/time/instant'
import webPush from 'web-push'
import type { Db } from '../../db/connect'
import { type Channel, isPassing, type NoticeMessage, reasonOf, type SendOutcome } from './channel'
import { postOutside } from './post-outside'
import type { PushKeys } from './push-keys'
import { type Browser, deleteWithdrawn, selectBrowsers } from './push-queries'

/** A browser that was offline for longer sees the alarm in the console, if it is still active. */
const KEPT_SECONDS = hours(12) / 1000
/** 4,096 bytes encrypted are what every maker takes; a letter of Chinese has three. */
const MOST_LETTERS = { title: 120, body: 900 }
/** The browser has withdrawn it. */
const WITHDRAWN = [404, 410]

interface PushOptions {
  readonly db: Db
  readonly keys: PushKeys
  /** Who sends, for the makers of browsers, should they want to know. */
  readonly publicUrl: string | null
  readonly outside: Parameters<typeof postOutside>[2]
}

/** To every browser in which an account has switched messages on (Web Push, RFC 8030 and 8291). */
export function pushChannel({ db, keys, publicUrl, outside }: PushOptions): Channel {
  const subject = publicUrl?.startsWith('https:') ? publicUrl : 'mailto:coldkeep@coldkeep.invalid'
  const vapidDetails = { subject, ...keys }
  const sendTo = async (message: NoticeMessage, browser: Browser): Promise<SendOutcome> => {
    const { endpoint, headers, body } = webPush.generateRequestDetails(
      { endpoint: browser.endpoint, keys: { p256dh: browser.p256dh, auth: browser.auth } },
      payloadOf(message),
      {
        vapidDetails,
        TTL: KEPT_SECONDS,
        urgency: message.isUrgent ? 'high' : 'normal',
        ...(message.topic === null ? {} : { topic: topicOf(message.topic) }),
      },
    )
    try {
      const { status } = await postOutside(endpoint, { headers: inTexts(headers), body: body ?? '' }, outside)
      if (status >= 200 && status < 300) return { kind: 'sent', recipient: '' }
      if (WITHDRAWN.includes(status)) {
        await deleteWithdrawn(db, browser.endpoint)
        return { kind: 'suppressed', reason: 'no_address' }
      }
      return { kind: isPassing(status) ? 'again' : 'dead', reason: `HTTP ${status}` }
    } catch (error) {
      return { kind: 'again', reason: reasonOf(error) }
    }
  }
  return async (message, { accountId }) => {
    const browsers = accountId === null ? [] : await selectBrowsers(db, accountId, message.at)
    const outcomes = await Promise.all(browsers.map((browser) => sendTo(message, browser)))
    // a message that arrived once has arrived; another try would repeat it for the others
    const [first] = outcomes.toSorted((one, other) => places.indexOf(one.kind) - places.indexOf(other.kind))
    return first ?? { kind: 'suppressed', reason: 'no_address' }
  }
}

const places: readonly SendOutcome['kind'][] = ['sent', 'again', 'dead', 'gone', 'suppressed']

/** What the browser's part of the console reads. */
function payloadOf({ title, body, url, topic, key }: NoticeMessage): string {
  return JSON.stringify({
    title: cut(title, MOST_LETTERS.title),
    body: cut(body, MOST_LETTERS.body),
    url,
    tag: topic ?? key,
  })
}

const cut = (text: string, most: number) => (text.length > most ? `${text.slice(0, most - 1)}…` : text)

/** 32 letters of base64url at most. */
const topicOf = (topic: string) => Buffer.from(topic).toString('base64url').slice(-32)

function inTexts(headers: Readonly<Record<string, string | number>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))
}
