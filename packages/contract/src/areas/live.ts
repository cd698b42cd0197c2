import * as z from 'zod/mini'
import { defineCall } from '../call'

/** What an event says: answers of these calls are old now. Paths as in the call table, with `{name}` parts. */
export const liveChange = z.object({ paths: z.array(z.string()) })
export type LiveChange = z.output<typeof liveChange>

/** Name of the events that carry a {@link liveChange}. */
export const LIVE_CHANGE_EVENT = 'change'

/**
 * A stream of server-sent events, read with `fetch` and the token in its header; comments keep it open. It tells only
 * of what the caller may see, and ends when the token does: the reader opens it again with a new one.
 */
export const followChanges = defineCall({
  method: 'GET',
  path: '/api/v2/events',
  access: 'signed_in',
  summary: 'Which answers have become old, as server-sent events (text/event-stream).',
  answer: liveChange,
  answerAsIs: true,
})
