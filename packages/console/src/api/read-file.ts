import type { AnyCall } from '@coldkeep/contract/call'
import { asSignedIn } from './send'
import { type AskedInput, exchangeFile } from './transport'

/**
 * The file that a call answers with.
 * @throws CallProblem when it is refused or gets no answer
 */
export function readFile<C extends AnyCall>(call: C, input: AskedInput<C>): Promise<Blob> {
  return asSignedIn((headers) => exchangeFile(call, input, { headers }))
}

/** The text in a packed file (gzip). */
export function unpackedText(packed: Blob): Promise<string> {
  return new Response(packed.stream().pipeThrough(new DecompressionStream('gzip'))).text()
}
