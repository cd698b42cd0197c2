import {
  type Answer,
  type AnyCall,
  addressOf,
  type Call,
  type CallTarget,
  type Input,
  ownPath,
} from '@coldkeep/contract/call'
import type { Bytes } from '@coldkeep/contract/content'
import { type WireProblem, wireProblem } from '@coldkeep/contract/problem'
import { decodeWire, encodeWire, namesFromWire } from '@coldkeep/contract/wire/dialect'
import type * as z from 'zod/mini'
import { CallProblem } from './call-problem'

/** Where the service is and in which language it shall answer; set at start and when the language changes. */
const setup = { base: '', language: 'en' }

export function setServiceAddress(base: string): void {
  setup.base = base
}

export function setAnswerLanguage(language: string): void {
  setup.language = language
}

type Part<Name extends string, Value> =
  Record<never, never> extends Value ? { readonly [Key in Name]?: Value } : { readonly [Key in Name]: Value }

/** Where a call leads and what it carries; parts that take nothing may be left out. */
export type TargetInput<C extends AnyCall> = Part<'params', CallTarget<C>['params']> &
  Part<'query', CallTarget<C>['query']>

/** What a call needs; parts that take nothing may be left out. */
export type CallInput<C extends Call> = TargetInput<C> & Part<'body', Input<C>['body']>

/** A call that takes bytes and answers with a document. */
export type BytesCall = AnyCall & { readonly body: Bytes; readonly answer: z.ZodMiniType }

interface CallOptions {
  readonly headers?: Record<string, string>
  readonly signal?: AbortSignal | undefined
  /** It is finished even where the page that made it is gone. */
  readonly keepalive?: boolean
  /** What sends it; `fetch` when left out. */
  readonly by?: typeof fetch | undefined
}

/**
 * Makes one call without a sign-in of its own.
 * @throws CallProblem when it is refused, gets no answer or an answer of the wrong shape
 */
export async function exchange<C extends Call>(
  call: C,
  input: CallInput<C>,
  { headers, signal, keepalive }: CallOptions = {},
): Promise<Answer<C>> {
  const { body } = input as Partial<Input<C>>
  const answer = await answerTo(call, input, {
    headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
    body: body === undefined ? undefined : JSON.stringify(encodeWire(call.body, body as never)),
    signal,
    ...(keepalive && { keepalive }),
  })
  return documentOf(call, answer)
}

/** @throws CallProblem */
async function documentOf<C extends Pick<Call, 'answer' | 'answerAsIs'>>(
  call: C,
  answer: Response,
): Promise<z.output<C['answer']>> {
  const content = await jsonOf(answer)
  return (
    call.answerAsIs ? namesFromWire(call.answer, content) : decodeWire(call.answer, content ?? {})
  ) as z.output<C['answer']>
}

/**
 * Makes one call that takes bytes, without a sign-in of its own. A part of a file is read from the disk as it is sent.
 * @throws CallProblem when it is refused, gets no answer or an answer of the wrong shape
 */
export async function exchangeBytes<C extends BytesCall>(
  call: C,
  input: TargetInput<C>,
  { headers, signal, by, content }: CallOptions & { readonly content: Blob },
): Promise<z.output<C['answer']>> {
  const answer = await answerTo(call, input, {
    // where any will do it is that of the file
    headers: { 'content-type': call.body.type === '*' ? content.type : call.body.type, ...headers },
    body: content,
    signal,
    by,
  })
  return documentOf(call, answer)
}

/**
 * The file that a call answers with, without a sign-in of its own.
 * @throws CallProblem when it is refused or gets no answer
 */
export async function exchangeFile<C extends AnyCall>(
  call: C,
  input: TargetInput<C>,
  options: CallOptions,
): Promise<Blob> {
  const answer = await answerTo(call, input, options)
  const { status } = answer
  try {
    return await answer.blob()
  } catch (error) {
    // a file that is made while it is sent may break off
    throw lostAnswer(
      error,
      { method: call.method, path: addressOf(call, ...partsOf(input)), status },
      options,
    )
  }
}

/** @throws CallProblem when it is refused or gets no answer */
async function answerTo<C extends AnyCall>(
  call: C,
  input: TargetInput<C>,
  init: CallOptions & { readonly body?: string | Blob | undefined },
): Promise<Response> {
  const path = addressOf(call, ...partsOf(input))
  const answer = await fetchAnswer(call.method, path, {
    ...init,
    headers: { language: setup.language, ...init.headers },
  })
  if (answer.ok) return answer
  const problem = wireProblem.safeParse(await jsonOf(answer))
  throw new CallProblem({
    method: call.method,
    path,
    status: answer.status,
    problem: problem.success ? inOwnNames(call, problem.data) : null,
    clientText: `${answer.status} ${answer.statusText}`.trim(),
    atMs: Date.now(),
    retryAfterSeconds: answer.status === 429 ? Number(answer.headers.get('retry-after')) : null,
  })
}

/** A refusal names the fields of a call as they travel; forms know them by our names. */
function inOwnNames(call: AnyCall, { fields = {}, ...problem }: WireProblem): WireProblem {
  const own = Object.entries(fields).map(([path, what]) => [ownPath(call, path), what])
  return { ...problem, fields: Object.fromEntries(own) }
}

/**
 * Opens the stream that a call answers with.
 * @throws CallProblem when it is refused or gets no answer
 */
export async function openStream<C extends AnyCall>(
  call: C,
  input: TargetInput<C>,
  options: { headers: Record<string, string>; signal: AbortSignal },
): Promise<ReadableStream<Uint8Array>> {
  const path = addressOf(call, ...partsOf(input))
  const headers = { language: setup.language, accept: 'text/event-stream', ...options.headers }
  const answer = await fetchAnswer(call.method, path, { headers, signal: options.signal })
  if (answer.ok && answer.body) return answer.body
  throw new CallProblem({
    method: call.method,
    path,
    status: answer.status,
    problem: null,
    clientText: `${answer.status} ${answer.statusText}`.trim(),
    atMs: Date.now(),
  })
}

/** Parts that were left out take nothing. */
function partsOf<C extends AnyCall>(
  input: TargetInput<C>,
): [CallTarget<C>['params'], CallTarget<C>['query']] {
  const { params, query } = input as Partial<CallTarget<C>>
  return [params ?? ({} as CallTarget<C>['params']), query ?? ({} as CallTarget<C>['query'])]
}

async function fetchAnswer(
  method: string,
  path: string,
  { by = fetch, ...init }: RequestInit & Pick<CallOptions, 'by'>,
): Promise<Response> {
  try {
    return await by(`${setup.base}${path}`, { ...init, method, credentials: 'include' })
  } catch (error) {
    throw lostAnswer(error, { method, path, status: 0 }, init)
  }
}

/** What a call that got no answer, or not all of it, ends with. Whoever stopped it themselves gets what it ended with. */
function lostAnswer(
  error: unknown,
  call: { readonly method: string; readonly path: string; readonly status: number },
  { signal }: Pick<RequestInit, 'signal'>,
): unknown {
  if (signal?.aborted) return error
  const clientText = error instanceof Error ? error.message : String(error)
  return new CallProblem({ ...call, problem: null, clientText, atMs: Date.now() })
}

async function jsonOf(answer: Response): Promise<unknown> {
  const type = answer.headers.get('content-type') ?? ''
  return type.includes('json') ? answer.json() : undefined
}
