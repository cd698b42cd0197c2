import { seconds } from '@coldkeep/domain/time/instant'
import { createTransport } from 'nodemailer'
import type { MailSettings } from '../env'

export interface Mail {
  /** One address; its name is not told. */
  readonly to: string
  readonly subject: string
  readonly text: string
  /** Such as `List-Unsubscribe`, or an `X-` of our own. */
  readonly headers?: Readonly<Record<string, string>>
  /** Without angle brackets. The same mail sent again has the same one, so that readers show it once. */
  readonly messageId?: string
}

/** What became of a mail: taken by the server, to be tried again later, or refused for good. */
export type MailOutcome =
  | { readonly kind: 'taken'; readonly messageId: string; readonly answer: string }
  | { readonly kind: 'later' | 'refused'; readonly reason: string }

/** Hands mail to the server that the environment names. */
export interface MailSender {
  send(mail: Mail): Promise<MailOutcome>
  close(): void
}

const CONNECT_WITHIN_MS = seconds(10)
const SILENT_AT_MOST_MS = seconds(30)

/**
 * Goes out over TLS, save to a server on this machine: a server elsewhere that offers none is not given any mail,
 * unless its address ends in `?ignoreTLS=true`.
 */
export function openMailSender({ smtpUrl, from }: MailSettings): MailSender {
  const transport = createTransport(
    {
      url: smtpUrl,
      requireTLS: !isLoopback(new URL(smtpUrl).hostname) && !smtpUrl.includes('ignoreTLS=true'),
      connectionTimeout: CONNECT_WITHIN_MS,
      greetingTimeout: CONNECT_WITHIN_MS,
      socketTimeout: SILENT_AT_MOST_MS,
      disableFileAccess: true,
      disableUrlAccess: true,
    },
    { from },
  )
  return {
    async send({ to, messageId, ...mail }) {
      if (!isMailAddress(to)) return { kind: 'refused', reason: 'no mail address' }
      try {
        const sent = await transport.sendMail({
          ...mail,
          to: { name: '', address: to },
          messageId: messageId === undefined ? undefined : `<${messageId}>`,
        })
        return { kind: 'taken', messageId: sent.messageId.replace(/^<|>$/g, ''), answer: sent.response }
      } catch (error) {
        const { responseCode, message } = error as { responseCode?: number; message: string }
        return { kind: (responseCode ?? 0) >= 500 ? 'refused' : 'later', reason: message }
      }
    },
    close: () => transport.close(),
  }
}

/** One address without a name, and nothing that ends a header. */
export function isMailAddress(text: string): boolean {
  return text.length <= 254 && /^[^\s<>,;:"@]+@[^\s<>,;:"@]+$/.test(text)
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '[::1]' || host.startsWith('127.')
}
