import { type Theme, updatePreferences } from '@coldkeep/contract/areas/preferences'
import { isLanguage } from '@coldkeep/phrases/translate'
import { send } from '../api/send'
import { currentSession } from './session'

/**
 * Keeps a choice of the reader with the account, for the other browsers. Here it is in effect already, so
 * that a service that does not answer is no reason to interrupt anyone.
 */
export function keepPreference({ language, theme }: { language?: string; theme?: Theme }): void {
  if (currentSession() === null) return
  const spoken = language !== undefined && isLanguage(language) ? language : undefined
  send(updatePreferences, { body: { language: spoken, theme } }).catch(() => undefined)
}
