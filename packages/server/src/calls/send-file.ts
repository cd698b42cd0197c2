import type { FileContent } from '@coldkeep/contract/content'
import { send } from '@fastify/send'
import contentDisposition from 'content-disposition'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { BytesAnswer, FileAnswer, KeptAnswer, StreamAnswer } from './answers'

/** Sends a file, or the range of it that is requested. @returns what the answer is made of */
export async function sendFile(
  content: FileContent,
  answer: Exclude<FileAnswer, { readonly from: 'batches' }>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  if (content.type !== null) reply.type(content.type)
  switch (answer.from) {
    case 'memory':
      return sendBytes(answer, request, reply)
    case 'stream':
      return sendStream(answer, reply)
    case 'disk':
      return sendKept(answer, request, reply)
  }
}

function sendBytes(
  { bytes, type, etag }: BytesAnswer,
  request: FastifyRequest,
  reply: FastifyReply,
): unknown {
  if (type !== undefined) reply.type(type)
  if (etag === undefined) return Buffer.from(bytes)
  reply.header('etag', etag)
  if (request.headers['if-none-match'] !== etag) return Buffer.from(bytes)
  reply.code(304)
  return null
}

function sendStream({ stream, saved }: StreamAnswer, reply: FastifyReply): unknown {
  if (saved !== undefined) {
    reply.header('content-length', saved.size)
    reply.header('content-disposition', `attachment; filename="${saved.name}"`)
  }
  // what is compressed on its way is not ended with its reader
  reply.raw.once('close', () => stream.destroy())
  return stream
}

async function sendKept(
  { folder, fileName, name, type, etag }: KeptAnswer,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  if (etag !== undefined) judgeRange(request, etag)
  const { statusCode, headers, stream } = await send(request.raw, fileName, {
    root: folder,
    index: false,
    extensions: false,
    cacheControl: false,
    contentType: false,
  })
  reply.code(statusCode).headers(headers)
  // neither a proxy nor the browser keeps what may be withdrawn, and nothing is made smaller: ranges are of the file itself
  reply.headers({
    'cache-control': 'private, no-store, no-transform',
    'content-type': type ?? 'application/octet-stream',
    'content-disposition': contentDisposition.create(name),
    'content-encoding': 'identity',
    ...(etag !== undefined && { etag }),
  })
  return stream
}

/** A range of a file of another content than the reader has begun with is none: all of it is sent (RFC 9110, 13.1.5). */
function judgeRange({ raw: { headers } }: FastifyRequest, etag: string): void {
  const expected = headers['if-range']
  delete headers['if-range']
  if (expected !== undefined && expected !== etag) delete headers.range
}
