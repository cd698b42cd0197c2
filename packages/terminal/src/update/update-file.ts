import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { firmwareVersion } from '@coldkeep/contract/mqtt/release-shape'
import * as z from 'zod/mini'
import { writeWhole } from './whole-file'

/** With which the program ends so that the supervisor switches at once; no error of Node or of a shell has it. */
export const SWITCH_STATUS = 20

const count = z.int().check(z.gte(0))

/**
 * How far a switch to another release is. Programs of different versions write and read it, and a supervisor that is older
 * than both: fields may be added, none may change its meaning.
 */
const updateState = z.object({
  v: z.literal(1),
  /** The command that ordered it. */
  id: z.string(),
  /**
   * `switch`: wanted by the program · `judging`: the new one runs and has to show that it works · `contact`: it works and
   * has not signed in yet · `back`: the one before is to return. The other two are over.
   */
  step: z.enum(['switch', 'judging', 'contact', 'back', 'confirmed', 'reverted']),
  /** What ran before: its folder below the releases, `null` for the program of the package. */
  from: z.object({ version: z.string(), folder: z.nullable(firmwareVersion) }),
  to: firmwareVersion,
  /** Starts of the new program, and ends of it that nobody wanted. */
  starts: count,
  deaths: count,
  /** Start of the machine since which the new program has been running; `null`: it was stopped in order. */
  runsSince: z.nullable(z.string()),
  /** Version of the package when it was switched: another one was installed by hand, and counts from then on. */
  packaged: z.nullable(z.string()),
  /** Why the one before is back. */
  code: z.optional(z.enum(['E_CONFIRM', 'E_LINK', 'E_INSTALL'])),
  why: z.optional(z.string()),
})
export type UpdateState = z.output<typeof updateState>

const pathIn = (dataFolder: string) => join(dataFolder, 'update.json')

/** Null where there was none, or where it cannot be read: then the link alone says what runs. */
export function readUpdate(dataFolder: string): UpdateState | null {
  try {
    const read = z.safeParse(updateState, JSON.parse(readFileSync(pathIn(dataFolder), 'utf8')))
    return read.success ? read.data : null
  } catch {
    return null
  }
}

/** @throws where the disk takes nothing */
export function writeUpdate(dataFolder: string, state: UpdateState): void {
  writeWhole(pathIn(dataFolder), `${JSON.stringify(state, null, 2)}\n`)
}

export function isOver({ step }: UpdateState): boolean {
  return step === 'confirmed' || step === 'reverted'
}
