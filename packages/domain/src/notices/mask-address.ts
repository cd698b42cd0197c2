import type { NoticeChannel } from './notice-kind'

/**
 * An address as others may read it: enough to tell one from another, too little to send there. Of a web
 * address the host alone, since path and query often hold a token; of a mail address the first letter and the
 * host; of a number the end.
 */
export function maskedAddress(channel: NoticeChannel, address: string): string {
  if (address === '') return ''
  switch (channel) {
    case 'webhook':
      return maskedUrl(address)
    case 'email':
      return maskedMail(address)
    case 'sms':
      return maskedNumber(address)
    default:
      return '…'
  }
}

export function maskedMail(address: string): string {
  const at = address.lastIndexOf('@')
  return at < 1 ? masked(address) : `${[...address][0]}…${address.slice(at)}`
}

export function maskedNumber(number: string): string {
  return number.length < 6 ? masked(number) : `…${number.slice(-3)}`
}

function maskedUrl(address: string): string {
  return URL.canParse(address) ? `${new URL(address).origin}/…` : masked(address)
}

function masked(text: string): string {
  return text === '' ? '' : '…'
}
