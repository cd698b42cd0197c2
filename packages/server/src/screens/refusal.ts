/** Why a screen is not shown; each has its words. */
export const screenRefusals = [
  'page',
  'equipment',
  'points',
  'no_terminal',
  'simulated',
  'offline',
  'no_screen',
  'busy',
  'rule',
  'never',
  'opening_hours',
  'declined',
  'unanswered',
  'screen_fault',
  'no_tunnel',
  'late',
] as const
export type ScreenRefusal = (typeof screenRefusals)[number]

/** Of what a terminal said to the order. */
export function refusalOfOrder(code: string | null, text: string | null): ScreenRefusal {
  if (code === 'E_CONSENT') return consentRefusals.find((one) => one === text) ?? 'declined'
  return byCode[code ?? ''] ?? 'late'
}

const consentRefusals = ['never', 'opening_hours', 'declined', 'unanswered'] as const

const byCode: Readonly<Record<string, ScreenRefusal>> = {
  E_BUSY: 'busy',
  E_NO_SCREEN: 'no_screen',
  E_NO_SERVER: 'no_tunnel',
  E_SCREEN: 'screen_fault',
  E_FETCH: 'no_tunnel',
}
