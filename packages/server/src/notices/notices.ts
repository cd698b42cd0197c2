import type { NoticeChannel } from '@coldkeep/domain/notices/notice-kind'
import type { MailSender } from '../mail/mail-sender'
import type { Channel } from './channels/channel'
import { emailChannel } from './channels/email'
import type { AllowedHosts } from './channels/safe-address'
import { webhookChannel } from './channels/webhook'
import { type NoticeFeed, noticeFeed } from './notice-feed'

/** What the parts of a server that send and show notices share. */
export interface Notices {
  readonly feed: NoticeFeed
  /** How each channel sends; one that is missing is not set up. */
  readonly channels: Readonly<Partial<Record<NoticeChannel, Channel>>>
  /** Of which the secrets of webhooks are made. */
  readonly webhookKey: Uint8Array
  readonly allowed: AllowedHosts
  readonly publicUrl: string | null
}

export interface NoticeSettings {
  readonly mail: MailSender | null
  readonly publicUrl: string | null
  readonly webhookKey: Uint8Array
  readonly allowed: AllowedHosts
  /** The authority, in PEM, that certificates of receivers are checked against beside the known ones. */
  readonly ca?: string
}

export function openNotices({ mail, publicUrl, webhookKey, allowed, ca }: NoticeSettings): Notices {
  const host = publicUrl === null ? 'coldkeep.invalid' : new URL(publicUrl).hostname
  return {
    feed: noticeFeed(),
    channels: {
      app: async () => ({ kind: 'sent', recipient: '' }),
      ...(mail === null ? {} : { email: emailChannel(mail, host) }),
      webhook: webhookChannel({ key: webhookKey, allowed, ...(ca === undefined ? {} : { ca }) }),
    },
    webhookKey,
    allowed,
    publicUrl,
  }
}
