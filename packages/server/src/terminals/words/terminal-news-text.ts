import type { TerminalNews } from '@coldkeep/domain/access/terminal-news'
import type { TerminalId } from '@coldkeep/domain/ids'
import type { NewsText } from '../../outbox/news-kind'
import type { Words } from '../../wording/words'

interface TerminalNewsDetail {
  readonly about: TerminalNews
  readonly terminalId: TerminalId
  /** Who made the code. */
  readonly person: string
  readonly storeCode: string
  readonly storeName: string
}

/** The words of news of a terminal. */
export function terminalNewsText(
  { about, terminalId, person, storeCode, storeName }: TerminalNewsDetail,
  { translate }: Words,
): NewsText {
  return {
    title: translate(`terminals.told.title.${about}`, { terminal: terminalId, store: storeName }),
    lines: [translate(`terminals.told.body.${about}`, { name: person }), `${storeCode} ${storeName}`],
  }
}
