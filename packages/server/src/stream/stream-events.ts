import type { liveEvents } from '@coldkeep/contract/areas/alarms'
import type { EventLine, EventsAnswer, Listening } from '../calls/answers'
import { countsEvent, type EventContext, homeEvent, type LiveEvent } from './live-events'
import { type EventTeller, eventTeller, type Feeds } from './tell-events'

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
  const teller = eventTeller(context, feeds, line)
  let home: NodeJS.Timeout | undefined
  return {
    opening: () => openingEvents(context, teller),
    begin() {
      home = setInterval(() => teller.home(), HOME_EVERY_MS)
      teller.begin()
    },
    renewed(user) {
      context.user = user
    },
    stop() {
      teller.stop()
      clearInterval(home)
    },
  }
}

/** How things are, and where the caller's listening begins. */
async function openingEvents(
  context: EventContext,
  teller: Pick<EventTeller, 'position' | 'hasMissed'> | null,
): Promise<LiveEvent[]> {
  const name = teller?.position() ?? null
  const reload: LiveEvent[] = teller?.hasMissed() ? [{ event: 'reload', content: {}, name }] : []
  return [...reload, await countsEvent(context, name), await homeEvent(context)]
}
