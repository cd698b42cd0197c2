import { type AlarmFeed, alarmFeed } from './alarm-feed'
import { type AlarmWatches, alarmWatches } from './alarm-watches'

/** What the parts of a server that judge, handle and show alarms share. */
export interface Alarms {
  readonly watches: AlarmWatches
  readonly feed: AlarmFeed
}

export function openAlarms(): Alarms {
  return { watches: alarmWatches(), feed: alarmFeed() }
}
