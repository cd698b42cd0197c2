import type { ScreenEnd } from '@coldkeep/contract/areas/screens'
import type { Translate } from '@coldkeep/phrases/keys'
import { type ScreenRefusal, screenRefusals } from '../refusal'

/** Why a screen is not shown, for whoever asked for it. */
export function presentRefusal(refusal: ScreenRefusal, translate: Translate): string {
  return translate(`screenWords.refusal.${refusal}`)
}

/** How a session ended; one that was refused with why. */
export function presentEnd(end: ScreenEnd | null, detail: string | null, translate: Translate): string {
  if (end === null) return ''
  const refusal = screenRefusals.find((one) => one === detail)
  if (end === 'refused' && refusal !== undefined) return presentRefusal(refusal, translate)
  return translate(`screenWords.end.${end}`)
}
