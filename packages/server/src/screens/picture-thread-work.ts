import { readFile } from 'node:fs/promises'
import { encodePng } from '@coldkeep/rfb/png'
import { scalePicture, smallPicture } from '@coldkeep/rfb/scale-picture'
import encode, { init } from '@jsquash/jpeg/encode.js'
import { serveWork } from '../tasks/work-threads'
import type { ScreenPicture } from './screen-picture'

/** The library is typed for browsers; these are the parts of it that are the same here. */
interface Pixels {
  readonly data: Uint8Array
  readonly width: number
  readonly height: number
}
const encodeJpeg = encode as unknown as (pixels: Pixels, options: { quality: number }) => Promise<ArrayBuffer>
const initEncoder = init as unknown as (compiled: object) => Promise<void>
declare const WebAssembly: { compile(bytes: Uint8Array): Promise<object> }

const QUALITY = 75

const encoder = readFile(new URL(import.meta.resolve('@jsquash/jpeg/codec/enc/mozjpeg_enc.wasm')))
  .then((bytes) => WebAssembly.compile(bytes))
  .then(initEncoder)

serveWork<ScreenPicture, Uint8Array>(
  async ({ kind, ...screen }) => {
    if (kind === 'png') return encodePng(screen)
    await encoder
    return new Uint8Array(
      await encodeJpeg({ data: scalePicture(screen), ...smallPicture }, { quality: QUALITY }),
    )
  },
  // small ones may lie in memory that others use
  () => [],
)
