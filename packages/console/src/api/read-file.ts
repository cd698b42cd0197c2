import type { AnyCall } from '@coldkeep/contract/call'
import { asSignedIn } from './send'
import { exchangeFile, type TargetInput } from './transport'

/**
 * The file that a call answers with.
 * @throws CallProblem when it is refused or gets no answer
 */
export function readFile<C extends AnyCall>(
  call: C,
  input: TargetInput<C>,
  signal?: AbortSignal,
): Promise<Blob> {
  return asSignedIn((headers) => exchangeFile(call, input, { headers, signal }), signal)
}

/** The text in a packed file (gzip). */
export function unpackedText(packed: Blob): Promise<string> {
  return new Response(packed.stream().pipeThrough(new DecompressionStream('gzip'))).text()
}
