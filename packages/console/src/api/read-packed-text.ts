import type { Call } from '@coldkeep/contract/call'
import { theCaller } from './caller'
import { type CallInput, openStream } from './transport'

/**
 * The text in a packed file (gzip) that a call answers with.
 * @throws CallProblem when it is refused or gets no answer
 */
export async function readPackedText<C extends Call>(call: C, input: CallInput<C>): Promise<string> {
  const token = await theCaller().freshToken()
  const headers: Record<string, string> = token === null ? {} : { authorization: `Bearer ${token}` }
  const stream = await openStream(call, input, { headers, signal: new AbortController().signal })
  const packed = await new Response(stream).blob()
  return new Response(packed.stream().pipeThrough(new DecompressionStream('gzip'))).text()
}
