import { spawn } from 'node:child_process'
import { MOST_CAMERA_BYTES, type UvcCamera } from '@coldkeep/contract/mqtt/camera-settings'
import { fail, ok } from '@coldkeep/domain/result'
import type { TakenPicture } from './raw-picture'

/** Half a second of a camera with 30 pictures a second. */
const SKIPPED_FRAMES = 15
const MOST_ERROR_CHARACTERS = 300

/** One picture that a camera at the box has made itself, through `v4l2-ctl` of v4l-utils. */
export function takeUvc({ device, program, size }: UvcCamera, signal: AbortSignal): Promise<TakenPicture> {
  const format = [...(size ? [`width=${size.width}`, `height=${size.height}`] : []), 'pixelformat=MJPG']
  const words = [
    `--device=${device}`,
    `--set-fmt-video=${format.join(',')}`,
    '--stream-mmap',
    `--stream-skip=${SKIPPED_FRAMES}`,
    '--stream-count=1',
    '--stream-to=-',
  ]
  return new Promise((resolve) => {
    const child = spawn(program, words, { stdio: ['ignore', 'pipe', 'pipe'], signal, killSignal: 'SIGKILL' })
    const chunks: Buffer[] = []
    let length = 0
    let errors = ''
    child.stdout.on('data', (chunk: Buffer) => {
      length += chunk.length
      if (length <= MOST_CAMERA_BYTES) chunks.push(chunk)
      else child.kill('SIGKILL')
    })
    child.stderr.on('data', (chunk: Buffer) => {
      errors = `${errors}${chunk}`.slice(0, MOST_ERROR_CHARACTERS)
    })
    child.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT' || error.code === 'EACCES')
        resolve(fail({ code: 'E_NO_PROGRAM', text: `${program} cannot be run` }))
    })
    child.on('close', (status) => {
      if (signal.aborted) return resolve(fail({ code: 'E_TIMEOUT', text: 'no picture in time' }))
      if (length > MOST_CAMERA_BYTES)
        return resolve(fail({ code: 'E_SIZE', text: 'the picture is too large' }))
      if (status !== 0)
        return resolve(fail({ code: 'E_UNREACHABLE', text: errors.trim() || `it ended with ${status}` }))
      resolve(ok({ bytes: Buffer.concat(chunks), ageMs: 0, clockDifferenceMs: null }))
    })
  })
}
