import { type RunRow, runRow } from '@coldkeep/contract/mqtt/command-arguments'
import { type CommandSettings, scriptSettings } from '@coldkeep/contract/mqtt/terminal-settings'
import * as z from 'zod/mini'
import type { RunAnswer } from './shown-deployment-queries'

const answered = z.object({ rows: z.array(runRow) })

/** What a terminal answered in a single run, and the commands that it was given; none where it cannot be read. */
export function answeredRows({ outcome, arg }: Pick<RunAnswer, 'outcome' | 'arg'>): {
  readonly rows: readonly RunRow[]
  readonly commands: readonly CommandSettings[]
} {
  const parsed = z.safeParse(answered, outcome)
  const script = z.safeParse(scriptSettings, arg.script)
  return { rows: parsed.data?.rows ?? [], commands: script.data?.commands ?? [] }
}
