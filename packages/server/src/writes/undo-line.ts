import { writeOutcome } from '@coldkeep/contract/mqtt/command-arguments'
import { quality } from '@coldkeep/domain/points/reading'
import * as z from 'zod/mini'
import type { LineRow } from './write-queries'

/** Restores the previous value. */
export interface Undo {
  readonly code: string
  readonly value: number | null
}

type Ended = Pick<
  LineRow,
  | 'state'
  | 'errorCode'
  | 'outcome'
  | 'knownValue'
  | 'knownQuality'
  | 'value'
  | 'commandCode'
  | 'undoCode'
  | 'undoValue'
>

/** Codes with which a device has certainly not done it; exception 5 means that it is about to. */
const NOTHING_HAPPENED = /^E_(EXCEPTION\((?!5\))|(PORT|HEX|LONG|ID|CRC_NEEDED|FORM|BUSY|TIME|EXPIRED|DISK)\b)/

/**
 * How a write to one device is undone. `null` where nothing has happened, the previous value is unknown, or
 * the model has no write that restores it.
 */
export function undoOf(line: Ended): Undo | null {
  const { state, errorCode, value, commandCode, undoCode, undoValue } = line
  const mayHaveHappened = state === 'done' || (state === 'failed' && !NOTHING_HAPPENED.test(errorCode ?? ''))
  if (!mayHaveHappened) return null
  const out = z.safeParse(writeOutcome, line.outcome ?? {}).data
  const before = out?.before === undefined ? knownOf(line) : out.before.value
  if (before === null) return null
  if (value !== null) return before === value ? null : { code: commandCode, value: before }
  return undoCode !== null && undoValue === before ? { code: undoCode, value: null } : null
}

/** Where the terminal has reported none: the last reading, if it was good at the time of the request. */
function knownOf({ knownValue, knownQuality }: Ended): number | null {
  return knownQuality === quality.good ? knownValue : null
}
