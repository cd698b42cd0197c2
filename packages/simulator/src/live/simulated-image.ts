import { firmwareVersion } from '@coldkeep/contract/mqtt/release-shape'
import { fail, ok, type Result } from '@coldkeep/domain/result'
import * as z from 'zod/mini'

/** What simulated terminals can be updated with. */
export const SIMULATED_TYPE = 'terminal-simulated'

/** What a build does wrong; nothing of it: a good one. A misspelled fault would make it one unnoticed. */
const behaviour = z.strictObject({
  /** It ends whenever it is started, and the program before comes back. */
  startsNot: z.optional(z.boolean()),
  /** It runs and never signs in, and the program before comes back. */
  cannotDial: z.optional(z.boolean()),
  /** It is confirmed, and loses polls of devices of one model, as `brand model`. */
  losesPolls: z.optional(
    z.strictObject({ model: z.string().check(z.minLength(1)), share: z.number().check(z.gt(0), z.lte(1)) }),
  ),
})

const simulatedImage = z.object({
  program: z.literal('simulated-terminal'),
  version: firmwareVersion,
  behaviour: z._default(behaviour, {}),
})
export type SimulatedImage = z.input<typeof simulatedImage>

/** Reads the file that simulated terminals install: JSON. @returns the reason why it cannot be installed */
export function readImage(bytes: Uint8Array, version: string): Result<z.output<typeof behaviour>, string> {
  let content: unknown
  try {
    content = JSON.parse(Buffer.from(bytes).toString('utf8'))
  } catch {
    return fail('the image is no JSON')
  }
  const read = z.safeParse(simulatedImage, content)
  if (!read.success) return fail('the image is not one of a simulated terminal')
  if (read.data.version !== version) return fail(`${read.data.version} is inside, not ${version}`)
  return ok(read.data.behaviour)
}
