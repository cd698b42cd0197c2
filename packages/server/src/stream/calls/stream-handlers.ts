import type { Handlers } from '../../calls/bind-call'
import { streamEvents } from '../stream-events'
import type { Feeds } from '../tell-events'

export function streamHandlers(feeds: Feeds): Pick<Handlers, 'streamEvents'> {
  return { streamEvents: (context) => streamEvents(context, feeds) }
}
