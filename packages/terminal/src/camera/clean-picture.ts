import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import type { CameraMask } from '@coldkeep/contract/mqtt/camera-settings'
import { MOST_CAMERA_BYTES } from '@coldkeep/contract/mqtt/camera-settings'
import { fail, ok, type Result } from '@coldkeep/domain/result'
import { seconds } from '@coldkeep/domain/time/instant'
import { readJpegFrame } from './jpeg-frame'
import { maskPicture, type Pixels } from './mask-picture'
import type { CameraProblem } from './raw-picture'

const MOST_WIDTH = 4096
const MOST_HEIGHT = 2160
const DONE_WITHIN_MS = seconds(15)
/** Without chroma subsampling, so that a mask ends where a coded square does. */
const OPTIONS = { quality: 85, progressive: false, auto_subsample: false, chroma_subsample: 1 }

/**
 * The picture anew from its pixels: with what is masked filled in, and without what cameras write beside the pixels.
 */
export async function cleanPicture(
  bytes: Uint8Array,
  masks: readonly CameraMask[],
): Promise<Result<Uint8Array, CameraProblem>> {
  const frame = readJpegFrame(bytes)
  if (frame === null) return fail({ code: 'E_NO_JPEG', text: 'this is no whole JPEG' })
  const { width, height } = frame
  if (width > MOST_WIDTH || height > MOST_HEIGHT)
    return fail({ code: 'E_SIZE', text: `${width} × ${height} pixels are too many` })
  const thread = new Worker(fileURLToPath(new URL('picture-codec.mjs', import.meta.url)), { execArgv: [] })
  const timer = setTimeout(() => void thread.terminate(), DONE_WITHIN_MS)
  try {
    thread.postMessage(bytes)
    const pixels = await answerOf<Pixels>(thread)
    // what was made room for is what the header said
    if (pixels.width !== width || pixels.height !== height) throw new Error('its size is another')
    maskPicture(pixels, masks)
    thread.postMessage({ masked: pixels, options: OPTIONS })
    const clean = await answerOf<Uint8Array>(thread)
    if (clean.length > MOST_CAMERA_BYTES) return fail({ code: 'E_SIZE', text: 'the picture is too large' })
    return ok(clean)
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    return fail({ code: 'E_NO_JPEG', text: `the picture cannot be read (${why})`.slice(0, 300) })
  } finally {
    clearTimeout(timer)
    // its memory goes with it
    await thread.terminate()
  }
}

function answerOf<Answer>(thread: Worker): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const end = (settle: () => void) => {
      thread.off('message', answered)
      thread.off('error', broken)
      thread.off('exit', ended)
      settle()
    }
    const answered = (answer: Answer) => end(() => resolve(answer))
    const broken = (error: unknown) => end(() => reject(error))
    const ended = () => end(() => reject(new Error('its thread ended')))
    thread.on('message', answered)
    thread.on('error', broken)
    thread.on('exit', ended)
  })
}
