import { smsText } from '@coldkeep/domain/notices/sms-text'
import type { Channel, NoticeMessage } from './channel'
import { refusedBy, sendToGateway } from './send-to-gateway'
import { fillGateway, type SmsGateway } from './sms-gateway'

/** To telephones, over the one gateway of the operator. */
export function smsChannel(gateway: SmsGateway): Channel {
  return async (message, { address }) => {
    const values = { to: address, digits: address.replace('+', ''), text: textOf(message), key: message.key }
    const { url, ...request } = fillGateway(gateway, values)
    const answer = await sendToGateway(url, request)
    if ('failed' in answer) return { kind: 'again', reason: answer.failed, troubles: 'channel' }
    const { status, text } = answer
    if (status < 200 || status >= 300) return refusedBy(status)
    const isTaken = gateway.success === null || gateway.success.test(text)
    return isTaken ? { kind: 'sent', recipient: address } : { kind: 'dead', reason: 'not_confirmed' }
  }
}

/** What happened, without advice and reasons: the first alarms of several, as many as fit. */
function textOf({ title, body, facts }: NoticeMessage): string {
  return smsText([title, ...(facts.length > 0 ? facts.map(({ text }) => text) : [body])].join('\n'))
}
