import type { EpochMs } from '@coldkeep/domain/time/instant'
import type { Translate } from '@coldkeep/phrases/keys'
import type { ChangedAlarm } from '../alarms/alarm-queries'
import type { Resources, SignedIn } from '../calls/context'
import type { Trx } from '../db/connect'
import type { FaultList } from './fault-list'

/** What writing the parts of a store needs. */
export interface Putting extends Pick<Resources, 'alarms' | 'notices'> {
  readonly trx: Trx
  readonly user: SignedIn
  readonly now: EpochMs
  readonly translate: Translate
  readonly faults: FaultList
  /** Alarms that ended on the way, to be published after the commit. */
  readonly ended: ChangedAlarm[]
}
