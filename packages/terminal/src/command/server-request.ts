import {
  type ClientRequest,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  request as requestHttp,
} from 'node:http'
import { request as requestHttps } from 'node:https'
import { fail, ok, type Result } from '@coldkeep/domain/result'

const TIMEOUT_MS = 60_000

/** Why the server gave no usable answer: not reached, a refusal, or more than was requested. */
export type RequestFailure =
  | { readonly kind: 'unreachable'; readonly why: string }
  | { readonly kind: 'status'; readonly status: number }
  | { readonly kind: 'too_large' }

export interface ServerRequest {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly body?: { readonly type: string; readonly bytes: Uint8Array }
  readonly mostBytes: number
}

export interface ServerAccess {
  /** Where the server answers, without a path. */
  readonly url: string
  /** The only authority that is trusted; null where the address needs no TLS. */
  readonly ca: Uint8Array | null
  readonly user: string
  /** Read each time, since it may be changed. */
  readonly secret: () => string
}

/** One request to the server as this terminal. Redirections are not followed: they lead elsewhere. */
export function callServer(
  access: ServerAccess,
  { method, path, body, mostBytes }: ServerRequest,
): Promise<Result<Buffer, RequestFailure>> {
  return new Promise((resolve) => {
    const end = (result: Result<Buffer, RequestFailure>) => {
      clearTimeout(timer)
      resolve(result)
      outgoing.destroy()
    }
    const fallen = (why: string) => end(fail({ kind: 'unreachable', why }))
    const headers: OutgoingHttpHeaders = body
      ? { 'content-type': body.type, 'content-length': body.bytes.length }
      : {}
    const outgoing = openRequest(access, { method, path, headers })
    const timer = setTimeout(() => fallen('no answer in time'), TIMEOUT_MS)
    outgoing.on('error', (error) => fallen(error.message))
    outgoing.on('response', (answer) => {
      const { statusCode = 0 } = answer
      if (statusCode < 200 || statusCode > 299) return end(fail({ kind: 'status', status: statusCode }))
      const chunks: Buffer[] = []
      let length = 0
      answer.on('data', (chunk: Buffer) => {
        length += chunk.length
        if (length > mostBytes) end(fail({ kind: 'too_large' }))
        else chunks.push(chunk)
      })
      answer.on('error', (error) => fallen(error.message))
      answer.on('aborted', () => fallen('the connection ended'))
      answer.on('end', () => end(ok(Buffer.concat(chunks))))
    })
    outgoing.end(body && Buffer.from(body.bytes))
  })
}

/**
 * An answer whose body is read as it comes. It ends with an error where the line is silent for long.
 * @throws where the server is not reached
 */
export function openAnswer(
  access: ServerAccess,
  { path, headers, signal }: { path: string; headers: Record<string, string>; signal: AbortSignal },
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const outgoing = openRequest(access, { method: 'GET', path, headers, signal })
    outgoing.setTimeout(TIMEOUT_MS, () => outgoing.destroy(new Error('no answer in time')))
    outgoing.on('error', reject)
    outgoing.on('response', resolve)
    outgoing.end()
  })
}

function openRequest(
  access: ServerAccess,
  { path, ...options }: { method: string; path: string; headers: OutgoingHttpHeaders; signal?: AbortSignal },
): ClientRequest {
  const address = new URL(path, access.url)
  const open = address.protocol === 'https:' ? requestHttps : requestHttp
  return open(address, {
    ...options,
    auth: `${access.user}:${access.secret()}`,
    agent: false,
    rejectUnauthorized: true,
    ...(access.ca && { ca: Buffer.from(access.ca) }),
  })
}

export function describeFailure(failure: RequestFailure): string {
  switch (failure.kind) {
    case 'unreachable':
      return failure.why
    case 'status':
      return `status ${failure.status}`
    case 'too_large':
      return 'larger than it may be'
  }
}
