import type { NoticeChannel } from '@coldkeep/domain/notices/notice-kind'
import type { Db } from '../db/connect'
import type { ServerKeys } from '../db/server-keys'
import { type Feed, openFeed } from '../live/feed'
import type { MailSender } from '../mail/mail-sender'
import type { NewsKinds } from '../outbox/news-kind'
import type { AppNotice } from './app-notice'
import type { Channel } from './channels/channel'
import { emailChannel } from './channels/email'
import { lineChannel } from './channels/line'
import { pushChannel } from './channels/push'
import { type PushKeys, pushKeys } from './channels/push-keys'
import type { AllowedHosts } from './channels/safe-address'
import { smsChannel } from './channels/sms'
import type { SmsGateway } from './channels/sms-gateway'
import { webhookChannel } from './channels/webhook'
import { type LineApi, type LineSettings, openLine } from './line/line-api'

/** What the parts of a server that send and show notices share. */
export interface Notices {
  readonly kinds: NewsKinds
  /** What accounts are notified of in the console. */
  readonly feed: Feed<AppNotice>
  /** How each channel sends; one that is missing is not set up. */
  readonly channels: Readonly<Partial<Record<NoticeChannel, Channel>>>
  /** The key from which the secrets of webhooks are derived. */
  readonly webhookKey: Uint8Array
  readonly pushKeys: PushKeys
  /** `null`: no account of LINE is set up. */
  readonly line: LineApi | null
  readonly allowed: AllowedHosts
  readonly publicUrl: string | null
}

export interface NoticeSettings {
  /** All that people are notified of. */
  readonly kinds: NewsKinds
  readonly mail: MailSender | null
  readonly line?: LineSettings | null
  readonly sms?: SmsGateway | null
  readonly publicUrl: string | null
  readonly db: Db
  readonly keys: Pick<ServerKeys, 'webhook' | 'push'>
  readonly allowed: AllowedHosts
  /** The authority, in PEM, that certificates of receivers are checked against beside the known ones. */
  readonly ca?: string
}

export function openNotices({
  kinds,
  mail,
  publicUrl,
  db,
  keys,
  allowed,
  ca,
  ...more
}: NoticeSettings): Notices {
  const webhookKey = keys.webhook
  const ownKeys = pushKeys(keys.push)
  const line = more.line ? openLine(more.line) : null
  const outside = { allowed, ...(ca === undefined ? {} : { ca }) }
  const host = publicUrl === null ? 'coldkeep.invalid' : new URL(publicUrl).hostname
  return {
    kinds,
    feed: openFeed(),
    channels: {
      app: async () => ({ kind: 'sent', recipient: '' }),
      ...(mail === null ? {} : { email: emailChannel(mail, host) }),
      push: pushChannel({ db, keys: ownKeys, publicUrl, outside }),
      webhook: webhookChannel({ key: webhookKey, ...outside }),
      ...(line === null ? {} : { line: lineChannel(line, webhookKey) }),
      ...(more.sms ? { sms: smsChannel(more.sms) } : {}),
    },
    webhookKey,
    pushKeys: ownKeys,
    line,
    allowed,
    publicUrl,
  }
}
