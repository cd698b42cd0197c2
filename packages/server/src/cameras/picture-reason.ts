import { type PictureRefusal, pictureRefusals } from '@coldkeep/contract/mqtt/camera-order'
import type { PictureRow } from './picture-queries'

/** Why a picture did not come; each has its words. */
export type PictureReason =
  | (typeof byCode)[PictureRefusal]
  | 'late'
  | 'simulated'
  | 'restarted'
  | 'full'
  | 'fault'

const byCode = {
  E_NO_CAMERA: 'no_camera',
  E_NO_SERVER: 'no_upload',
  E_NETWORK: 'network',
  E_UNREACHABLE: 'unreachable',
  E_CREDENTIAL: 'credential',
  E_ANSWER: 'answer',
  E_NO_JPEG: 'no_picture',
  E_SIZE: 'too_large',
  E_STALE: 'stale',
  E_TIMEOUT: 'no_time',
  E_NO_PROGRAM: 'no_program',
  E_UPLOAD: 'no_upload',
} as const satisfies Record<PictureRefusal, string>

/** The subject has as many photos as it may. */
export const FULL = 'E_FULL'

/** What a terminal reports of any command. */
const others: Readonly<Record<string, PictureReason>> = {
  E_EXPIRED: 'late',
  E_TIME: 'late',
  E_SIMULATED: 'simulated',
  E_RESTART: 'restarted',
  [FULL]: 'full',
}

/** `null` while it is waited for, and of one that came. */
export function reasonOf({ state, reason }: Pick<PictureRow, 'state' | 'reason'>): PictureReason | null {
  if (state === 'ordered' || state === 'arrived') return null
  if (state === 'expired') return 'late'
  const code = pictureRefusals.find((one) => one === reason)
  return code === undefined ? (others[reason ?? ''] ?? 'fault') : byCode[code]
}
