import { type Feed, openFeed } from '../live/feed'
import type { ChangedAlarm } from './alarm-queries'
import { type AlarmWatches, alarmWatches } from './alarm-watches'
import { type DemandWatches, demandWatches } from './demand-watches'

/** What the parts of a server that judge, handle and show alarms share. */
export interface Alarms {
  readonly watches: AlarmWatches
  readonly demands: DemandWatches
  readonly feed: Feed<ChangedAlarm>
}

export function openAlarms(): Alarms {
  return { watches: alarmWatches(), demands: demandWatches(), feed: openFeed() }
}
