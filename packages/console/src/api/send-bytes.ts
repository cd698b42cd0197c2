import type * as z from 'zod/mini'
import { asSignedIn } from './send'
import { type BytesCall, exchangeBytes, type TargetInput } from './transport'

/**
 * Sends bytes by a call that takes them.
 * @param means `by`: what sends them, instead of `fetch`
 * @throws CallProblem when it is refused or gets no answer, and what the signal was aborted with
 */
export function sendBytes<C extends BytesCall>(
  call: C,
  input: TargetInput<C>,
  content: Blob,
  { signal, by }: { readonly signal?: AbortSignal; readonly by?: typeof fetch } = {},
): Promise<z.output<C['answer']>> {
  return asSignedIn((headers) => exchangeBytes(call, input, { headers, content, signal, by }), signal)
}
