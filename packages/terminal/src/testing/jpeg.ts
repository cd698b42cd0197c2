import { readFile } from 'node:fs/promises'
import decode, { init as initDecoder } from '@jsquash/jpeg/decode.js'
import encode, { init as initEncoder } from '@jsquash/jpeg/encode.js'
import type { Pixels } from '../camera/mask-picture'

/** The library is typed for browsers; these are the parts of it that are the same here. */
declare const WebAssembly: { compile(bytes: Uint8Array): Promise<object> }
const encodePixels = encode as unknown as (pixels: Pixels, options: object) => Promise<ArrayBuffer>
const decodePixels = decode as unknown as (bytes: Uint8Array) => Promise<Pixels>
const begin = async (init: unknown, path: string) => {
  const bytes = await readFile(new URL(import.meta.resolve(`@jsquash/jpeg/codec/${path}`)))
  await (init as (compiled: object) => Promise<void>)(await WebAssembly.compile(bytes))
}
const ready = Promise.all([
  begin(initDecoder, 'dec/mozjpeg_dec.wasm'),
  begin(initEncoder, 'enc/mozjpeg_enc.wasm'),
])
Object.assign(globalThis, {
  ImageData: class {
    constructor(data: Uint8ClampedArray, width: number, height: number) {
      Object.assign(this, { data, width, height })
    }
  },
})

export type Colour = readonly [red: number, green: number, blue: number]

/** A JPEG of a good camera, of a colour at each place. */
export async function jpegOf(
  width: number,
  height: number,
  colourAt: (x: number, y: number) => Colour,
): Promise<Buffer> {
  await ready
  const data = new Uint8ClampedArray(width * height * 4)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) data.set([...colourAt(x, y), 255], (y * width + x) * 4)
  return Buffer.from(await encodePixels({ data, width, height }, { quality: 92, progressive: false }))
}

export async function pixelsOf(jpeg: Uint8Array): Promise<Pixels> {
  await ready
  return decodePixels(jpeg)
}

export function colourAt({ data, width }: Pixels, x: number, y: number): Colour {
  const at = (y * width + x) * 4
  return [data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0]
}
