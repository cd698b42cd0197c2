import { listOwnMessages } from '@coldkeep/contract/areas/own-messages'
import { useFollowEvents } from '../api/follow-events'
import { useCall } from '../api/use-call'
import { mount } from './mount'

const noNews = { alarm: () => {}, notice: () => {} }

/** What follows events, and an answer that they make old. */
function LiveEventsScreen() {
  useFollowEvents(noNews)
  const messages = useCall(listOwnMessages, { query: { count: 20 } }, { quiet: true }).data
  return <p>{messages === undefined ? 'Nothing yet' : `Unread: ${messages.unread}`}</p>
}

void mount(LiveEventsScreen)
