import { writeOutcome } from '@coldkeep/contract/mqtt/command-arguments'
import * as z from 'zod/mini'
import type { LineRow } from './write-queries'

/** What writes back the value that stood before. */
export interface Undo {
  readonly code: string
  readonly value: number | null
}

type Ended = Pick<
  LineRow,
  'state' | 'errorCode' | 'outcome' | 'knownValue' | 'value' | 'commandCode' | 'undoCode' | 'undoValue'
>

/** Codes with which a device has certainly not done it. */
const NOTHING_HAPPENED = /^E_(EXCEPTION|PORT|HEX|LONG|ID|CRC_NEEDED|FORM|BUSY|TIME|EXPIRED|DISK)\b/

/**
 * How a write to one device is undone. `null` where nothing has happened, nobody knows what stood there before, or the
 * model has no write that brings it back.
 */
export function undoOf(line: Ended): Undo | null {
  const { state, errorCode, value, commandCode, undoCode, undoValue } = line
  const mayHaveHappened = state === 'done' || (state === 'failed' && !NOTHING_HAPPENED.test(errorCode ?? ''))
  if (!mayHaveHappened) return null
  const out = z.safeParse(writeOutcome, line.outcome ?? {}).data
  const before = out?.before?.value ?? line.knownValue
  if (before === null) return null
  if (value !== null) return before === value ? null : { code: commandCode, value: before }
  return undoCode !== null && undoValue === before ? { code: undoCode, value: null } : null
}
