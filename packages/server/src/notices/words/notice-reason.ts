import type { Translate } from '@coldkeep/phrases/keys'

const known = [
  'over',
  'acknowledged',
  'hidden',
  'repeated',
  'chattering',
  'never_told',
  'no_address',
  'no_place',
  'not_linked',
  'target_gone',
  'channel_off',
  'month_full',
  'not_confirmed',
  'no_right',
  'owner_gone',
  'silenced',
] as const

/** Why a message did not arrive, in words; what a receiver or the network answered stays as it is. */
export function noticeReason(reason: string, translate: Translate): string {
  const own = known.find((one) => one === reason)
  return own === undefined ? reason : translate(`notices.reason.${own}`)
}
