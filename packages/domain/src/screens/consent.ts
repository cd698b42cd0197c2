/**
 * When a store lets people of its organisation onto its screen. It is set in the store, at its terminal.
 * `outside_hours`: while the store is closed.
 */
export const consentModes = ['never', 'outside_hours', 'always', 'ask'] as const
export type ConsentMode = (typeof consentModes)[number]

/** What an organisation adds to that. It can only make it stricter. */
export const consentRules = ['as_store', 'ask', 'never'] as const
export type ConsentRule = (typeof consentRules)[number]

type ConsentRefusal = 'never' | 'opening_hours'
/** What is to be done before the screen is shown. */
export type ConsentStep =
  | { readonly step: 'refuse'; readonly why: ConsentRefusal }
  | { readonly step: 'ask' }
  | { readonly step: 'allow' }

/** @param isOpen the store is open now, by its own hours */
export function judgeConsent(mode: ConsentMode, rule: ConsentRule, isOpen: boolean): ConsentStep {
  if (mode === 'never' || rule === 'never') return { step: 'refuse', why: 'never' }
  if (mode === 'outside_hours' && isOpen) return { step: 'refuse', why: 'opening_hours' }
  return mode === 'ask' || rule === 'ask' ? { step: 'ask' } : { step: 'allow' }
}

/** Hours of each day by the clock of the store, in minutes of the day; to before from: past midnight. */
export interface OpeningHours {
  readonly fromMinute: number
  readonly toMinute: number
}

/** Hours that are as long as the day, or that begin when they end, never close. */
export function isWithinHours({ fromMinute, toMinute }: OpeningHours, minuteOfDay: number): boolean {
  if (fromMinute === toMinute) return true
  return fromMinute < toMinute
    ? minuteOfDay >= fromMinute && minuteOfDay < toMinute
    : minuteOfDay >= fromMinute || minuteOfDay < toMinute
}
