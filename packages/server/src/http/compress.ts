import { Readable, type Transform } from 'node:stream'
import { promisify } from 'node:util'
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** Shorter answers fit in two packets anyway. */
const SHORTEST_BYTES = 2048
// events must not wait for a block to fill
const COMPRESSIBLE = /^(text\/(?!event-stream)|application\/(json|javascript|manifest\+json)|image\/svg\+xml)/

// Quality 4 costs about what gzip costs and makes smaller answers.
const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }
const compressBrotli = promisify(brotliCompress)
const compressGzip = promisify(gzip)

type Encoding = 'br' | 'gzip'

/** Compresses answers for callers that accept it, off the main thread. */
export function compressAnswers(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply, payload) => {
    if (!isCompressible(request, reply)) return payload
    reply.header('vary', 'accept-encoding')
    const encoding = encodingFor(request)
    if (encoding === null) return payload
    if (payload instanceof Readable) {
      markEncoded(reply, encoding)
      return payload.pipe(streamFor(encoding).once('error', () => payload.destroy()))
    }
    if (typeof payload !== 'string' || Buffer.byteLength(payload) < SHORTEST_BYTES) return payload
    markEncoded(reply, encoding)
    return encoding === 'br' ? compressBrotli(payload, brotliOptions) : compressGzip(payload)
  })
}

function isCompressible(request: FastifyRequest, reply: FastifyReply): boolean {
  return (
    request.method !== 'HEAD' &&
    reply.statusCode !== 204 &&
    reply.statusCode !== 206 &&
    reply.statusCode !== 304 &&
    !reply.hasHeader('content-encoding') &&
    COMPRESSIBLE.test(String(reply.getHeader('content-type') ?? ''))
  )
}

function encodingFor(request: FastifyRequest): Encoding | null {
  const accepted = String(request.headers['accept-encoding'] ?? '')
    .split(',')
    .map((part) => part.trim().replaceAll(' ', ''))
    .filter((part) => !/;q=0(\.0*)?$/.test(part))
    .map((part) => part.split(';', 1)[0])
  if (accepted.includes('br')) return 'br'
  return accepted.includes('gzip') ? 'gzip' : null
}

function streamFor(encoding: Encoding): Transform {
  return encoding === 'br' ? createBrotliCompress(brotliOptions) : createGzip()
}

function markEncoded(reply: FastifyReply, encoding: Encoding): void {
  reply.header('content-encoding', encoding)
  reply.removeHeader('content-length')
}
