import type { MailSender } from '../../mail/mail-sender'
import type { Channel } from './channel'

/** Mail under an id made of the message's key, so that readers show a repeat once. */
export function emailChannel(mail: MailSender, host: string): Channel {
  return async (message, { address }) => {
    if (address === '') return { kind: 'suppressed', reason: 'no_address' }
    const outcome = await mail.send({
      to: address,
      subject: oneLine(message.title),
      text: message.url === null ? message.body : `${message.body}\n\n${message.url}\n`,
      messageId: `${message.key.replaceAll(':', '-')}@${host}`,
      headers: { 'Auto-Submitted': 'auto-generated' },
    })
    switch (outcome.kind) {
      case 'taken':
        return { kind: 'sent', recipient: address }
      case 'refused':
        return { kind: 'dead', reason: outcome.reason }
      case 'later':
        return {
          kind: 'again',
          reason: outcome.reason,
          ...(outcome.takesNone ? { troubles: 'channel' as const } : {}),
        }
    }
  }
}

/** Names of stores and devices are written by people, and may contain a line break. */
export function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}
