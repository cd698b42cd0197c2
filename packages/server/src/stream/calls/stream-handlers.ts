import type { Handlers } from '../../calls/bind-call'
import type { Feeds } from '../event-sender'
import { streamEvents } from '../stream-events'

export function streamHandlers(feeds: Feeds): Pick<Handlers, 'streamEvents'> {
  return { streamEvents: (context) => streamEvents(context, feeds) }
}
