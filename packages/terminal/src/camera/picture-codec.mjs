// A thread that decodes and encodes JPEG pictures, so that polling goes on meanwhile. Plain JavaScript: it is started by its
// path, also beside a bundled program.
import { readFile } from 'node:fs/promises'
import { parentPort } from 'node:worker_threads'
import decode, { init as initDecoder } from '@jsquash/jpeg/decode.js'
import encode, { init as initEncoder } from '@jsquash/jpeg/encode.js'

// the library makes one for what it has decoded
globalThis.ImageData ??= class {
  constructor(data, width, height) {
    Object.assign(this, { data, width, height })
  }
}

const codec = async (path) => WebAssembly.compile(await readFile(new URL(import.meta.resolve(path))))

parentPort.once('message', async (bytes) => {
  await initDecoder(await codec('@jsquash/jpeg/codec/dec/mozjpeg_dec.wasm'), { printErr() {} })
  const { data, width, height } = await decode(bytes)
  parentPort.once('message', async ({ masked, options }) => {
    await initEncoder(await codec('@jsquash/jpeg/codec/enc/mozjpeg_enc.wasm'))
    const whole = await encode(masked, options)
    parentPort.postMessage(new Uint8Array(whole))
  })
  parentPort.postMessage({ data, width, height }, [data.buffer])
})
