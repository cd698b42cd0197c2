import type { Words } from '../../wording/words'
import type { TerminalMessage } from '../terminal-message-queries'

/** The words of a message about a terminal. */
export function terminalMessageText(
  {
    about,
    terminalId,
    person,
    storeCode,
    storeName,
  }: Pick<TerminalMessage, 'about' | 'terminalId' | 'person' | 'storeCode' | 'storeName'>,
  { translate }: Words,
): { readonly title: string; readonly body: string } {
  const body = [translate(`terminals.told.body.${about}`, { name: person }), `${storeCode} ${storeName}`]
  return {
    title: translate(`terminals.told.title.${about}`, { terminal: terminalId, store: storeName }),
    body: body.join('\n'),
  }
}
