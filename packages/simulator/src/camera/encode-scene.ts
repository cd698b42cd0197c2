import { readFile } from 'node:fs/promises'
import encode, { init } from '@jsquash/jpeg/encode.js'
import type { Ground } from '../screen/canvas'

/** The library is typed for browsers; these are the parts of it that are the same here. */
const encodeJpeg = encode as unknown as (
  pixels: { readonly data: Uint8Array; readonly width: number; readonly height: number },
  options: { readonly quality: number },
) => Promise<ArrayBuffer>
declare const WebAssembly: { compile(bytes: Uint8Array): Promise<object> }

const QUALITY = 80
let encoder: Promise<void> | null = null

async function openEncoder(): Promise<void> {
  const bytes = await readFile(new URL(import.meta.resolve('@jsquash/jpeg/codec/enc/mozjpeg_enc.wasm')))
  await (init as unknown as (compiled: object) => Promise<void>)(await WebAssembly.compile(bytes))
}

/** A JPEG of what was drawn. */
export async function encodeScene({ words, width, height }: Ground): Promise<Uint8Array> {
  encoder ??= openEncoder()
  await encoder
  const data = new Uint8Array(words.buffer, words.byteOffset, words.byteLength)
  return new Uint8Array(await encodeJpeg({ data, width, height }, { quality: QUALITY }))
}
