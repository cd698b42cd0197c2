import { request as requestPlain } from 'node:http'
import { request as requestTls } from 'node:https'
import { fail, ok, type Result } from '@coldkeep/domain/result'

/** How long an answer may take and be. */
export interface AnswerLimits {
  readonly patienceMs: number
  readonly mostBytes: number
}

const shortAnswer: AnswerLimits = { patienceMs: 20_000, mostBytes: 256 * 1024 }

/** Why there is no answer; `code` as the server has it, or null where none was reached. */
export interface NoAnswer {
  readonly code: string | null
  readonly why: string
}

/**
 * Sends JSON and reads JSON; follows no redirection.
 * @param ca the only authority that is trusted, in PEM; null: those of this machine
 */
export async function postJson(
  url: URL,
  body: object,
  ca: Uint8Array | null,
  limits: AnswerLimits = shortAnswer,
): Promise<Result<unknown, NoAnswer>> {
  let answer: { readonly status: number; readonly text: string }
  try {
    answer = await send(url, JSON.stringify(body), ca, limits)
  } catch (error) {
    return fail({ code: null, why: `${url.origin} cannot be reached (${reasonOf(error)})` })
  }
  const content = parse(answer.text)
  if (content === undefined) return fail({ code: null, why: `${url.origin} is no Coldkeep server` })
  if (answer.status === 200) return ok(content)
  const { code, message } = content as { code?: unknown; message?: unknown }
  const why = typeof message === 'string' ? message : `${url.origin} answered ${answer.status}`
  return fail({ code: typeof code === 'string' ? code : null, why })
}

function send(
  url: URL,
  body: string,
  ca: Uint8Array | null,
  { patienceMs, mostBytes }: AnswerLimits,
): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const request = url.protocol === 'https:' ? requestTls : requestPlain
    const sending = request(
      url,
      {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'accept-language': 'en' },
        signal: AbortSignal.timeout(patienceMs),
        minVersion: 'TLSv1.2',
        ...(ca !== null && { ca: Buffer.from(ca) }),
      },
      (response) => {
        const chunks: Buffer[] = []
        let size = 0
        response.on('data', (chunk: Buffer) => {
          size += chunk.length
          chunks.push(chunk)
          if (size > mostBytes) response.destroy(new Error('the answer is too long'))
        })
        response.on('error', reject)
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString('utf8') }),
        )
      },
    )
    sending.on('error', reject)
    sending.end(body)
  })
}

function parse(text: string): unknown {
  try {
    const content: unknown = JSON.parse(text)
    return typeof content === 'object' && content !== null ? content : undefined
  } catch {
    return undefined
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  // several addresses of one name fail together without a word of their own
  const first = error instanceof AggregateError ? error.errors[0] : error
  if (error.name === 'TimeoutError' || error.name === 'AbortError') return 'no answer in time'
  return first instanceof Error && 'code' in first ? String(first.code) : error.message
}
