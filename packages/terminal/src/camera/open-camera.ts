import { type IncomingMessage, type OutgoingHttpHeaders, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIPv6 } from 'node:net'
import { fail, ok, type Result } from '@coldkeep/domain/result'
import type { ResolveTarget } from '../bus/allowed-networks'
import { authorize, type CameraLogin } from './authorize'
import type { CameraProblem } from './raw-picture'

/** How a camera on the network is reached. */
export interface CameraAccess {
  readonly address: string
  /** `null`: it lets anyone in. */
  readonly login: CameraLogin | null
  /** Of the only authority that is trusted; `null`: those of the machine are. */
  readonly ca: Uint8Array | null
  /** Where it may be. */
  readonly resolve: ResolveTarget
}

const MOST_HEADER_BYTES = 16 * 1024

/**
 * Requests the address of a camera, and signs in where that is required. Redirections are not followed: they lead elsewhere.
 * @param signal ends everything, also the body of the answer
 */
export async function openCamera(
  access: CameraAccess,
  signal: AbortSignal,
): Promise<Result<IncomingMessage, CameraProblem>> {
  const url = new URL(access.address)
  const target = await access.resolve(url.hostname)
  if (!target.ok)
    return target.problem.kind === 'not_allowed'
      ? refused('E_NETWORK', `${target.problem.address} is in no allowed network`)
      : refused('E_UNREACHABLE', 'its name cannot be resolved')
  try {
    let answer = await request(access, url, target.value, {}, signal)
    if (answer.statusCode === 401) {
      const authorization = authorizationFor(access.login, url, answer)
      answer.destroy()
      if (authorization === null) return refused('E_CREDENTIAL', 'it requires another way to sign in')
      answer = await request(access, url, target.value, { authorization }, signal)
    }
    const { statusCode = 0 } = answer
    if (statusCode === 200) return ok(answer)
    answer.destroy()
    if (statusCode === 401 || statusCode === 403) return refused('E_CREDENTIAL', `it answered ${statusCode}`)
    return refused('E_ANSWER', `it answered ${statusCode}`)
  } catch (error) {
    return fail(problemOf(error, signal))
  }
}

/** Of an answer that fell. */
export function problemOf(error: unknown, signal: AbortSignal): CameraProblem {
  if (signal.aborted) return { code: 'E_TIMEOUT', text: 'no picture in time' }
  const why = error instanceof Error ? error.message : String(error)
  return { code: 'E_UNREACHABLE', text: why.slice(0, 300) }
}

function authorizationFor(
  login: CameraLogin | null,
  { pathname, search }: URL,
  answer: IncomingMessage,
): string | null {
  const challenges = answer.headersDistinct['www-authenticate'] ?? []
  return login && authorize(challenges, login, { method: 'GET', uri: `${pathname}${search}` })
}

function request(
  { ca }: CameraAccess,
  url: URL,
  address: string,
  headers: OutgoingHttpHeaders,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const open = url.protocol === 'https:' ? requestHttps : requestHttp
    const family = isIPv6(address) ? 6 : 4
    const outgoing = open(url, {
      headers: { accept: 'image/jpeg, multipart/x-mixed-replace', ...headers },
      agent: false,
      signal,
      maxHeaderSize: MOST_HEADER_BYTES,
      rejectUnauthorized: true,
      // the address that was looked at is the one that is dialled
      lookup: (_, { all }, found) =>
        all ? found(null, [{ address, family }]) : found(null, address, family),
      ...(ca && { ca: Buffer.from(ca) }),
    })
    outgoing.on('error', reject)
    outgoing.on('response', resolve)
    outgoing.end()
  })
}

function refused(code: CameraProblem['code'], text: string): Result<never, CameraProblem> {
  return fail({ code, text })
}
