import type { Handlers } from '../../calls/bind-call'
import { type StreamParts, streamEvents } from '../stream-events'

export function streamHandlers(parts: StreamParts): Pick<Handlers, 'streamEvents'> {
  return { streamEvents: (context) => streamEvents(context, parts) }
}
