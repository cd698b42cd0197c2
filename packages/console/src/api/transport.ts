import { type Answer, addressOf, type Call, type Input } from '@coldkeep/contract/call'
import { wireProblem } from '@coldkeep/contract/problem'
import * as z from 'zod/mini'
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

/** What a call needs; parts that take nothing may be left out. */
export type CallInput<C extends Call> = Part<'params', Input<C>['params']> &
  Part<'query', Input<C>['query']> &
  Part<'body', Input<C>['body']>

/**
 * Makes one call without a sign-in of its own.
 * @throws CallProblem when it is refused, gets no answer or an answer of the wrong shape
 */
export async function exchange<C extends Call>(
  call: C,
  input: CallInput<C>,
  options: { headers?: Record<string, string>; signal?: AbortSignal } = {},
): Promise<Answer<C>> {
  const { params = {}, query = {}, body } = input as Partial<Input<C>>
  const path = addressOf(call, params, query)
  const answer = await ask(call.method, path, {
    headers: {
      language: setup.language,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...options.headers,
    },
    body: body === undefined ? undefined : JSON.stringify(z.encode(call.body, body as never)),
    signal: options.signal,
  })
  const content = await contentOf(answer)
  if (!answer.ok) {
    const problem = wireProblem.safeParse(content)
    throw new CallProblem({
      method: call.method,
      path,
      status: answer.status,
      problem: problem.success ? problem.data : null,
      clientText: `${answer.status} ${answer.statusText}`.trim(),
      atMs: Date.now(),
      askAgainSeconds: answer.status === 429 ? Number(answer.headers.get('retry-after')) : null,
    })
  }
  return (call.answerAsIs ? content : call.answer.parse(content ?? {})) as Answer<C>
}

/**
 * Opens the stream that a call answers with.
 * @throws CallProblem when it is refused or gets no answer
 */
export async function openStream<C extends Call>(
  call: C,
  input: CallInput<C>,
  options: { headers: Record<string, string>; signal: AbortSignal },
): Promise<ReadableStream<Uint8Array>> {
  const { params = {}, query = {} } = input as Partial<Input<C>>
  const path = addressOf(call, params, query)
  const headers = { language: setup.language, accept: 'text/event-stream', ...options.headers }
  const answer = await ask(call.method, path, { headers, signal: options.signal })
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

async function ask(method: string, path: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(`${setup.base}${path}`, { ...init, method, credentials: 'include' })
  } catch (error) {
    if (init.signal?.aborted) throw error
    const clientText = error instanceof Error ? error.message : String(error)
    throw new CallProblem({ method, path, status: 0, problem: null, clientText, atMs: Date.now() })
  }
}

async function contentOf(answer: Response): Promise<unknown> {
  const type = answer.headers.get('content-type') ?? ''
  if (type.includes('text/csv')) return answer.text()
  return type.includes('json') ? answer.json() : undefined
}
