import type { PictureRefusal } from '@coldkeep/contract/mqtt/camera-order'
import type { Result } from '@coldkeep/domain/result'

/** Why a camera brings no picture. */
export interface CameraProblem {
  readonly code: PictureRefusal
  readonly text: string
}

/** A picture as its camera gave it. */
export interface RawPicture {
  readonly bytes: Buffer
  /** How old it was when it came, by the camera itself; 0 where it does not say. */
  readonly ageMs: number
  /** By how much the clock of the camera is ahead; `null`: it does not say its time. */
  readonly clockDifferenceMs: number | null
}

export type TakenPicture = Result<RawPicture, CameraProblem>

/** How long a camera has for its picture. */
export const TAKEN_WITHIN_MS = 8_000
/** A camera that was asleep begins dark: frames of this time are not looked at. */
export const WARM_UP_MS = 500
