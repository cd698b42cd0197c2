import type { DownloadId, StoreId } from '@coldkeep/domain/ids'
import * as z from 'zod/mini'
import { defineCall } from '../call'
import { wireId, wireIdOrAll } from '../wire/id'
import { wireDate, wireInstant } from '../wire/instant'
import { wireTerminalId } from '../wire/terminal-id'
import { commandStates } from './commands'
import { wireDownload, wireDownloadStatus } from './downloads'

const access = ['2-1-3'] as const

export const logStatus = defineCall({
  method: 'GET',
  path: '/api/v2/dl-log/status',
  access,
  summary: 'How far the logs are that the caller ordered.',
  answer: z.object({ jobs: wireDownloadStatus }),
})

/** Of a file below the log folder of a terminal. */
export const LONGEST_PATH = 300
export const MOST_PATHS = 50
/** Terminals whose logs one order brings. */
export const MOST_LOG_TERMINALS = 50

export const orderLogs = defineCall({
  method: 'POST',
  path: '/api/v2/dl-log/dl',
  access,
  summary:
    'Has the terminals of a store, or of all stores that the caller sees, hand over their logs, of today where nothing else is said. Whoever is not there is waited for a day.',
  body: z.object({
    /** `null`: of every store that the caller sees. */
    storeId: wireIdOrAll<StoreId>(),
    /** Days of the store, both included. */
    logs: z.optional(z.object({ start: wireDate, end: wireDate })),
    /**
     * Below the log folder of each terminal; none: all of it. With files and without days: whatever their
     * time.
     */
    files: z._default(
      z.array(z.string().check(z.minLength(1), z.maxLength(LONGEST_PATH))).check(z.maxLength(MOST_PATHS)),
      [],
    ),
  }),
  answer: z.object({ id: wireId<DownloadId>() }),
})

/** A terminal that is to upload its logs, and its state. */
const wireLogTerminal = z.object({
  id: wireTerminalId,
  state: z.enum(commandStates),
  isOnline: z.boolean(),
  /** How long it is waited for. */
  expiresAt: wireInstant,
  /** Why it hands over nothing, in the caller's language. */
  error: z.nullable(z.string()),
})

const wireLogRecord = z.extend(wireDownload, { terminals: z.array(wireLogTerminal) })
export type WireLogRecord = z.output<typeof wireLogRecord>

export const listLogs = defineCall({
  method: 'GET',
  path: '/api/v2/dl-log/records',
  access,
  summary: 'The logs that the caller ordered, newest first, and the state of each terminal.',
  answer: z.object({ records: z.array(wireLogRecord) }),
})
