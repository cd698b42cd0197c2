import type { CameraSettings } from '@coldkeep/contract/mqtt/camera-settings'
import { cleanPicture } from '../camera/clean-picture'
import { readJpegFrame } from '../camera/jpeg-frame'
import { TAKEN_WITHIN_MS } from '../camera/raw-picture'
import { takeRaw } from '../camera/take-raw'
import type { Setup } from '../settings/read-setup'
import { systemTime } from '../time/system-time'
import type { Finding } from './check-setup'

/** A picture of each camera, which goes nowhere. */
export async function* checkCameras(setup: Setup): AsyncGenerator<Finding> {
  for (const camera of setup.settings.cameras ?? []) yield await checkCamera(camera, setup)
}

async function checkCamera(camera: CameraSettings, setup: Setup): Promise<Finding> {
  const where = `camera ${camera.id} ${camera.name}`
  const startedMs = performance.now()
  const parts = { setup, time: systemTime, now: () => systemTime.now() }
  const raw = await takeRaw(camera, parts, AbortSignal.timeout(TAKEN_WITHIN_MS))
  const clean = raw.ok ? await cleanPicture(raw.value.bytes, camera.masks) : raw
  if (!clean.ok) return { isWell: false, text: `${where}: ${clean.problem.code}: ${clean.problem.text}` }
  const { width, height } = readJpegFrame(clean.value) ?? { width: 0, height: 0 }
  const tookMs = Math.round(performance.now() - startedMs)
  const masks = `${camera.masks.length} ${camera.masks.length === 1 ? 'mask' : 'masks'}`
  return { isWell: true, text: `${where}: ${width} × ${height} with ${masks} in ${tookMs} ms` }
}
