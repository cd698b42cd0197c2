import type { Theme } from '@coldkeep/contract/areas/preferences'
import { keepPreference } from '../../site/keep-preference'
import { chooseLanguage } from '../../site/language'

let chosenHere: string | null = null

/** A language was chosen on the sign-in page: it wins over the one that the account has kept. */
export function recordChosenLanguage(language: string): void {
  chosenHere = language
}

/** Makes the console look as the account keeps it. */
export async function takePreferences(
  kept: { readonly language: string | null; readonly theme: Theme | null },
  chooseTheme: (theme: Theme) => void,
): Promise<void> {
  if (kept.theme !== null) chooseTheme(kept.theme)
  const chosen = chosenHere
  chosenHere = null
  if (chosen !== null) keepPreference({ language: chosen })
  else if (kept.language !== null) await chooseLanguage(kept.language).catch(() => undefined)
}
