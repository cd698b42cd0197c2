import * as z from 'zod/mini'

/** With this and its settings a program signs in to a broker once, instead of running: status 0 where it was let in. */
export const DIAL = '--dial'

/**
 * What a program and the supervisor that started it say to each other. The supervisor is older than the programs it will
 * start: words may be added, and each side passes over those it does not know.
 */
export const programWord = z.object({
  /** `well`: a whole cycle was polled and the disk takes messages · `connected`: signed in to a broker. */
  kind: z.enum(['well', 'connected']),
})
export type ProgramWord = z.output<typeof programWord>

/** The state of the update has changed; it stands in the file. */
export const supervisorWord = z.object({ kind: z.literal('judged') })
export type SupervisorWord = z.output<typeof supervisorWord>
