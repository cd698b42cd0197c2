import type { liveEvents } from '@coldkeep/contract/areas/alarms'
import type { EventLine, EventsAnswer, Listening } from '../calls/answers'
import { type EventSender, eventSender, type Feeds } from './event-sender'
import { countsEvent, type EventContext, homeEvent, type LiveEvent } from './live-events'

const HOME_EVERY_MS = 30_000

/** The events of a caller's stores. */
export function streamEvents(given: EventContext, feeds: Feeds): EventsAnswer<typeof liveEvents> {
  const context = { ...given }
  return {
    now: () => openingEvents(context, null),
    listen: (line) => listenFor(context, feeds, line),
  }
}

function listenFor(
  context: { -readonly [Part in keyof EventContext]: EventContext[Part] },
  feeds: Feeds,
  line: EventLine<typeof liveEvents>,
): Listening<typeof liveEvents> {
  const sender = eventSender(context, feeds, line)
  let home: NodeJS.Timeout | undefined
  return {
    opening: () => openingEvents(context, sender),
    begin() {
      home = setInterval(() => sender.home(), HOME_EVERY_MS)
      sender.begin()
    },
    renewed(user) {
      context.user = user
    },
    stop() {
      sender.stop()
      clearInterval(home)
    },
  }
}

/** How things are, and where the caller's listening begins. */
async function openingEvents(
  context: EventContext,
  sender: Pick<EventSender, 'position' | 'hasMissed'> | null,
): Promise<LiveEvent[]> {
  const name = sender?.position() ?? null
  const reload: LiveEvent[] = sender?.hasMissed() ? [{ event: 'reload', content: {}, name }] : []
  return [...reload, await countsEvent(context, name), await homeEvent(context)]
}
