import { seconds } from '@coldkeep/domain/time/instant'
import { createTransport } from 'nodemailer'

export interface Mail {
  /** One address; its name is not disclosed. */
  readonly to: string
  readonly subject: string
  readonly text: string
  /** Such as `List-Unsubscribe`, or an `X-` of our own. */
  readonly headers?: Readonly<Record<string, string>>
  /** Without angle brackets. The same mail sent again has the same one, so that readers show it once. */
  readonly messageId?: string
}

/**
 * What became of a mail: taken by the server, to be tried again later, or refused for good. `takesNone`: none
 * would be taken, since the server is out of reach, does not let us sign in or wants no mail of ours.
 */
type MailOutcome =
  | { readonly kind: 'taken'; readonly messageId: string; readonly answer: string }
  | { readonly kind: 'later'; readonly reason: string; readonly takesNone: boolean }
  | { readonly kind: 'refused'; readonly reason: string }

/** Hands mail to the server that the environment names. */
export interface MailSender {
  send(mail: Mail): Promise<MailOutcome>
  close(): void
}

const CONNECT_WITHIN_MS = seconds(10)
const SILENT_AT_MOST_MS = seconds(30)
/** What a server answers to these is about the one mail. */
const OF_THE_MAIL = ['RCPT TO', 'DATA']

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
        const {
          responseCode = 0,
          command = '',
          message: reason,
        } = error as { responseCode?: number; command?: string; message: string }
        const takesNone = responseCode === 0 || !OF_THE_MAIL.includes(command)
        return !takesNone && responseCode >= 500
          ? { kind: 'refused', reason }
          : { kind: 'later', reason, takesNone }
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

export interface MailSettings {
  /** `smtp:` or `smtps:`, with account and password where the server requires them. */
  readonly smtpUrl: string
  /** An address, or a name with an address in angle brackets. */
  readonly from: string
}
