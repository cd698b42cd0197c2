import type { CameraSettings } from '@coldkeep/contract/mqtt/camera-settings'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import { targetsOf } from '../bus/open-buses'
import type { Setup } from '../settings/read-setup'
import type { Timekeeper } from '../time/timekeeper'
import type { TakenPicture } from './raw-picture'
import { takeMjpeg } from './take-mjpeg'
import { takeSnapshot } from './take-snapshot'
import { takeUvc } from './take-uvc'

interface TakeParts {
  readonly setup: Pick<Setup, 'settings' | 'cameraSecrets'>
  readonly time: Pick<Timekeeper, 'elapsedMs'>
  now(): EpochMs
}

/** A picture as its camera gives it. */
export function takeRaw(
  camera: CameraSettings,
  { setup, time, now }: TakeParts,
  signal: AbortSignal,
): Promise<TakenPicture> {
  if (camera.source === 'uvc') return takeUvc(camera, signal)
  const { login = null, ca = null } = setup.cameraSecrets.get(camera.id) ?? {}
  const access = { address: camera.address, login, ca, resolve: targetsOf(setup) }
  return camera.source === 'mjpeg' ? takeMjpeg(access, now, time, signal) : takeSnapshot(access, now, signal)
}
