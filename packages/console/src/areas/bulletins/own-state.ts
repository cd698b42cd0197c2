import type { OwnBulletin } from '@coldkeep/contract/areas/own-bulletins'
import { formatInstant } from '@coldkeep/phrases/format'
import type { Translate } from '@coldkeep/phrases/keys'

/** How far the reader is with a message. */
export function stateOf(of: OwnBulletin, t: Translate): string {
  if (of.isWithdrawn) return t('bulletins.state.withdrawn')
  if (of.confirmedAt !== null) return t('bulletins.own.confirmedAt', { time: formatInstant(of.confirmedAt) })
  if (of.isOpen && of.needsConfirmation)
    return of.deadlineAt === null
      ? t('bulletins.own.toConfirm')
      : t('bulletins.own.toConfirmBy', { time: formatInstant(of.deadlineAt) })
  if (of.openedAt === null) return t('bulletins.own.unread')
  return t(of.needsConfirmation ? 'bulletins.own.byOther' : 'bulletins.own.read')
}
